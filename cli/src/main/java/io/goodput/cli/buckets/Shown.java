package io.goodput.cli.buckets;

import io.goodput.buckets.BucketException;
import io.goodput.cli.CommandException;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.Printed;
import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/** What a command shows: text for people, and a value for {@code --json}. */
record Shown(String text, Object json) {

  /**
   * Prints the result of a command.
   *
   * @throws CorrectableException if an argument is wrong
   * @throws CommandException if the database fails
   */
  static int print(CommandSpec spec, boolean asJson, Supplier<Shown> command) {
    try {
      Shown shown = command.get();
      PrintWriter out = spec.commandLine().getOut();
      out.println(asJson ? Printed.json(shown.json) : shown.text);
      out.flush();
      return ExitCode.OK;
    } catch (BucketException e) {
      throw new CommandException(Printed.masked(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new CorrectableException(Printed.masked(e.getMessage()));
    }
  }
}
