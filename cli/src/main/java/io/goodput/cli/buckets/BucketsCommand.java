package io.goodput.cli.buckets;

import io.goodput.bench.report.Passwords;
import io.goodput.sql.BucketException;
import io.goodput.sql.admin.BucketRow;
import io.goodput.sql.admin.BucketRows;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code goodput buckets}: one method per subcommand. */
@Command(name = "buckets", description = "Manages token buckets on PostgreSQL and YugabyteDB.")
public final class BucketsCommand {

  private static final String ID = "ID of the bucket.";
  private static final String PREFIX = "Only buckets whose IDs start with TEXT.";

  @Command(
      name = "install",
      description = "Creates the table and the functions that do not exist yet.")
  int install(@Mixin BucketDatabase database) {
    return database.run(
        rows -> {
          rows.install();
          return "Installed.";
        });
  }

  @Command(name = "list", description = "Lists buckets in the order of their IDs.")
  int list(
      @Mixin BucketDatabase database,
      @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "", description = PREFIX)
          String prefix,
      @Option(
              names = "--most",
              paramLabel = "N",
              defaultValue = "100",
              description = "Maximum number of buckets (default: ${DEFAULT-VALUE}).")
          int most) {
    return database.run(rows -> lines(rows.list(prefix, most)));
  }

  @Command(name = "show", description = "Shows one bucket.")
  int show(
      @Mixin BucketDatabase database, @Parameters(paramLabel = "ID", description = ID) String id) {
    return database.run(
        rows ->
            rows.show(id).map(BucketsCommand::line).orElse(id + " has not been used: it is full."));
  }

  @Command(name = "set", description = "Sets the number of tokens in a bucket.")
  int set(
      @Mixin BucketDatabase database,
      @Parameters(paramLabel = "ID", description = ID) String id,
      @Option(
              names = "--tokens",
              paramLabel = "N",
              required = true,
              description = "New number of tokens.")
          long tokens) {
    return database.run(
        rows -> {
          rows.set(id, tokens);
          return "%s has %d tokens.".formatted(id, tokens);
        });
  }

  @Command(name = "reset", description = "Fills a bucket, as if it had never been used.")
  int reset(
      @Mixin BucketDatabase database, @Parameters(paramLabel = "ID", description = ID) String id) {
    return database.run(
        rows -> id + (rows.reset(id) ? " is full." : " has not been used: it is full."));
  }

  @Command(name = "prune", description = "Removes buckets that are full again.")
  int prune(
      @Mixin BucketDatabase database,
      @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "", description = PREFIX)
          String prefix) {
    return database.run(rows -> "%d removed.".formatted(rows.prune(prefix)));
  }

  static String lines(List<BucketRow> buckets) {
    return buckets.isEmpty()
        ? "No such bucket has been used."
        : buckets.stream().map(BucketsCommand::line).collect(Collectors.joining("\n"));
  }

  private static String line(BucketRow row) {
    return "%s  %d tokens at %s".formatted(row.id(), row.tokens(), row.countedAt());
  }

  /** The database that a command works on. */
  static final class BucketDatabase {

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
}
