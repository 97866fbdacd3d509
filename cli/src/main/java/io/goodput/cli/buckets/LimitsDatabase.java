package io.goodput.cli.buckets;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.buckets.DefinedLimits;
import io.goodput.buckets.cassandra.CassandraBuckets;
import io.goodput.buckets.postgresql.admin.BucketRows;
import io.goodput.cli.CorrectableException;
import io.goodput.cli.connect.ClusterOptions;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The database whose limits a command reads or changes: PostgreSQL by its URL, or Cassandra. */
final class LimitsDatabase {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "jdbc:postgresql://HOST:PORT/DATABASE?user=… or jdbc:yugabytedb:…")
  private @Nullable String url;

  @Option(
      names = "--schema",
      paramLabel = "NAME",
      description = "Schema of the tables (default: the search path decides).")
  private @Nullable String schema;

  @Option(
      names = "--keyspace",
      paramLabel = "NAME",
      description = "Keyspace of the tables in Cassandra, instead of a URL; with --hosts.")
  private @Nullable String keyspace;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  /**
   * Prints the result.
   *
   * @throws CorrectableException if an argument is wrong
   * @throws io.goodput.cli.CommandException if the database fails
   */
  int run(Function<DefinedLimits, Shown> command) {
    return Shown.print(spec, json, () -> shown(command));
  }

  private Shown shown(Function<DefinedLimits, Shown> command) {
    String name = keyspace;
    String database = url;
    if ((name == null) == (database == null)) {
      throw new CorrectableException(
          "Name the database: either --url of PostgreSQL, or --keyspace of Cassandra.");
    }
    if (name != null) {
      try (CqlSession session = cluster.connect()) {
        return command.apply(CassandraBuckets.limits(session, name));
      }
    }
    try (BucketRows rows = BucketsCommand.open(String.valueOf(database), schema)) {
      return command.apply(rows.limits());
    }
  }
}
