package io.goodput.cli.buckets;

import io.goodput.buckets.Limits;
import io.goodput.buckets.postgresql.admin.BucketRow;
import io.goodput.buckets.postgresql.admin.BucketRows;
import io.goodput.cli.CorrectableException;
import java.io.PrintWriter;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code goodput buckets}: one method per subcommand. */
@Command(
    name = "buckets",
    description =
        "Manages token buckets on PostgreSQL and YugabyteDB, and limits that are defined in Cassandra.")
public final class BucketsCommand {

  private static final int MOST_LISTED = 1000;
  private static final String ID = "ID of the bucket.";
  private static final String ID_OR_CLASS =
      "ID of the bucket, or a prefix and * for all buckets whose IDs start with it.";
  private static final String PREFIX = "Only buckets whose IDs start with TEXT.";

  @Spec private CommandSpec spec;

  @Command(
      name = "install",
      description = "Creates the table and the functions, unless they are there.")
  int install(@Mixin BucketDatabase database) {
    return database.run(
        rows -> {
          boolean isNew = rows.install();
          return new Shown(
              isNew ? "Installed." : "Up to date.", Map.of("installed", true, "new", isNew));
        });
  }

  @Command(
      name = "script",
      description = "Prints the SQL of install as one transaction, to run it with psql.")
  int script(
      @Option(
              names = "--schema",
              paramLabel = "NAME",
              required = true,
              description = "Schema of the tables and the functions, which must exist.")
          String schema) {
    PrintWriter out = spec.commandLine().getOut();
    try {
      out.print(BucketRows.script(schema));
    } catch (IllegalArgumentException e) {
      throw new CorrectableException(String.valueOf(e.getMessage()));
    }
    out.flush();
    return ExitCode.OK;
  }

  @Command(
      name = "uninstall",
      description = "Drops the table and the functions, and with them all buckets.")
  int uninstall(@Mixin BucketDatabase database) {
    return database.run(
        rows -> {
          boolean removed = rows.uninstall();
          return new Shown(
              removed ? "Uninstalled." : "There was nothing to uninstall.",
              Map.of("uninstalled", removed));
        });
  }

  @Command(name = "list", description = "Lists the first 1000 buckets in the order of their IDs.")
  int list(
      @Mixin BucketDatabase database,
      @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "", description = PREFIX)
          String prefix) {
    return database.run(
        rows -> {
          List<BucketRow> found = rows.list(prefix, MOST_LISTED);
          return new Shown(lines(prefix, found), found.stream().map(BucketsCommand::json).toList());
        });
  }

  @Command(name = "show", description = "Shows one bucket.")
  int show(
      @Mixin BucketDatabase database, @Parameters(paramLabel = "ID", description = ID) String id) {
    return database.run(
        rows ->
            rows.show(id)
                .map(row -> new Shown(line(row), json(row)))
                .orElse(new Shown(id + " has not been used: it is full.", Map.of("id", id))));
  }

  @Command(
      name = "set",
      description =
          "Sets the number of tokens in a bucket, also of one that a wrong clock has stopped.")
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
          return new Shown(
              "%s has %d tokens.".formatted(id, tokens), Map.of("id", id, "tokens", tokens));
        });
  }

  @Command(
      name = "define",
      description = {
        "Defines the limits of a bucket, whatever limits processes state.",
        "An example: goodput buckets define 'tenant-*' '10 per second, burst 20; 1000 per hour'",
        "Those in Cassandra are in force for a class within 10 seconds."
      })
  int define(
      @Mixin LimitsDatabase database,
      @Parameters(index = "0", paramLabel = "ID", description = ID_OR_CLASS) String id,
      @Parameters(
              index = "1",
              paramLabel = "LIMITS",
              description = "Such as '10 per second, burst 20; 1000 per hour'.")
          String text) {
    return database.run(
        defined -> {
          Limits limits = Limits.parse(text);
          if (isClass(id)) {
            defined.defineClass(prefix(id), limits);
          } else {
            defined.define(id, limits);
          }
          return new Shown(
              "%s: %s".formatted(id, limits), Map.of("id", id, "defined", limits.toString()));
        });
  }

  @Command(
      name = "undefine",
      description = "Removes the limits of a bucket or a class: processes state them again.")
  int undefine(
      @Mixin LimitsDatabase database,
      @Parameters(paramLabel = "ID", description = ID_OR_CLASS) String id) {
    return database.run(
        limits -> {
          boolean removed = isClass(id) ? limits.undefineClass(prefix(id)) : limits.undefine(id);
          return new Shown(
              id + (removed ? ": the limits are removed." : " had no defined limits."),
              Map.of("id", id, "undefined", removed));
        });
  }

  @Command(name = "classes", description = "Lists the limits that are defined for classes of IDs.")
  int classes(@Mixin LimitsDatabase database) {
    return database.run(
        defined -> {
          Map<String, String> classes = new LinkedHashMap<>();
          defined
              .classes()
              .forEach((prefix, limits) -> classes.put(prefix + "*", limits.toString()));
          String text =
              classes.entrySet().stream()
                  .map(entry -> entry.getKey() + "  " + entry.getValue())
                  .collect(Collectors.joining("\n"));
          return new Shown(classes.isEmpty() ? "No class has limits." : text, classes);
        });
  }

  private static boolean isClass(String id) {
    return id.endsWith("*");
  }

  private static String prefix(String id) {
    return id.substring(0, id.length() - 1);
  }

  @Command(name = "reset", description = "Fills a bucket, as if it had never been used.")
  int reset(
      @Mixin BucketDatabase database, @Parameters(paramLabel = "ID", description = ID) String id) {
    return database.run(
        rows -> {
          boolean used = rows.reset(id);
          return new Shown(
              id + (used ? " is full." : " has not been used: it is full."),
              Map.of("id", id, "reset", used));
        });
  }

  @Command(name = "prune", description = "Removes buckets that are full again.")
  int prune(
      @Mixin BucketDatabase database,
      @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "", description = PREFIX)
          String prefix) {
    return database.run(
        rows -> {
          long removed = rows.prune(prefix);
          return new Shown("%d removed.".formatted(removed), Map.of("removed", removed));
        });
  }

  /**
   * Opens the rows of the buckets of a database. Connects to it when that is first needed.
   *
   * @param schema of the table; null if the search path decides
   * @throws IllegalArgumentException if there is no driver for the URL, or if the database cannot
   *     have such a schema
   */
  public static BucketRows open(String url, @Nullable String schema) {
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "There is no driver for '%s': write jdbc:postgresql://HOST:PORT/DATABASE or"
                  .formatted(url)
              + " jdbc:yugabytedb://HOST:PORT/DATABASE.",
          e);
    }
    return schema == null ? BucketRows.on(url) : BucketRows.on(url, schema);
  }

  static String lines(String prefix, List<BucketRow> buckets) {
    if (buckets.isEmpty()) {
      return prefix.isEmpty()
          ? "No bucket has been used."
          : "No bucket whose ID starts with %s has been used.".formatted(prefix);
    }
    return buckets.stream().map(BucketsCommand::line).collect(Collectors.joining("\n"));
  }

  private static String line(BucketRow row) {
    return "%s  %d tokens at %s%s%s"
        .formatted(
            row.id(),
            row.tokens(),
            row.countedAt(),
            row.limits().map(limits -> ", " + limits).orElse(""),
            row.defined().map(limits -> ", defined as " + limits).orElse(""));
  }

  private static Map<String, Object> json(BucketRow row) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("id", row.id());
    object.put("tokens", row.tokens());
    object.put("counted_at", row.countedAt().toString());
    row.limits().ifPresent(limits -> object.put("limits", limits.toString()));
    object.put("limits_version", row.limitsVersion());
    row.defined().ifPresent(limits -> object.put("defined", limits.toString()));
    return object;
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

    @Option(
        names = "--schema",
        paramLabel = "NAME",
        description = "Schema of the table and the functions (default: the search path decides).")
    private @Nullable String schema;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    /**
     * Prints the result.
     *
     * @throws CorrectableException if an argument is wrong
     * @throws CommandException if the database fails
     */
    private int run(Function<BucketRows, Shown> command) {
      return Shown.print(
          spec,
          json,
          () -> {
            try (BucketRows rows = open(url, schema)) {
              return command.apply(rows);
            }
          });
    }
  }
}
