package io.goodput.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** What a run of the command {@code goodput} in this process has left behind. */
public record CommandRun(int exit, String out, String err) {

  /** Runs it with these arguments, the name of the subcommand first. */
  public static CommandRun of(String... arguments) {
    return of(Goodput.commandLine(), arguments);
  }

  /** Runs this form of it. */
  public static CommandRun of(CommandLine goodput, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        goodput
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(exit, out.toString(), err.toString());
  }
}
