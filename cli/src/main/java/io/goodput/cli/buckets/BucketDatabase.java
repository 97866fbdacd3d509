package io.goodput.cli.buckets;

import io.goodput.bench.report.Passwords;
import io.goodput.sql.BucketException;
import io.goodput.sql.admin.BucketRows;
import java.io.PrintWriter;
import java.util.function.Function;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The database that a command works on. */
final class BucketDatabase {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--url",
      required = true,
      paramLabel = "URL",
      description = "jdbc:postgresql://HOST:PORT/DATABASE?user=… or jdbc:yugabytedb:…")
  private String url = "";

  /** Prints the result and returns 0, or prints what to correct and returns 2. */
  int run(Function<BucketRows, String> command) {
    try (BucketRows rows = BucketRows.on(url)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(command.apply(rows));
      out.flush();
      return ExitCode.OK;
    } catch (BucketException | IllegalArgumentException e) {
      spec.commandLine()
          .getErr()
          .println("goodput: " + Passwords.masked(String.valueOf(e.getMessage())));
      return ExitCode.USAGE;
    }
  }
}
