package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that changes the override of one partition, and says what it has then. */
abstract class PartitionCommand implements Callable<Integer> {

  /** Exit codes of all these commands. */
  static final String DONE = "0:The override is as you wanted it.";

  static final String FAILED = "1:The cluster could not do it.";
  static final String REFUSED = "2:The cluster refused it, or an option is wrong.";

  private static final String WHERE =
      " WHERE keyspace_name = ? AND table_name = ? AND partition_key = ?";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      converter = TableName.Converter.class,
      description = "The table, such as demo.posts.")
  private @Nullable TableName table;

  @Parameters(
      index = "1",
      paramLabel = "KEY",
      description =
          "The partition key as goodput.hot_partitions shows it: 1 for a number, 'a' for a text,"
              + " (1, 'a') for two columns.")
  private String key = "";

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  CommandSpec spec() {
    return spec;
  }

  /** What the command does with the override. */
  abstract void change(CqlSession session);

  @Override
  public Integer call() {
    TableName of = table();
    try (CqlSession session = cluster.connect()) {
      change(session);
      String now =
          ListedOverride.all(session, of).stream()
              .filter(override -> override.key().equals(key))
              .map(ListedOverride::inWords)
              .findFirst()
              .orElse(otherwise());
      spec.commandLine().getOut().printf("%s %s: %s.%n", of, key, now);
    }
    return ExitCode.OK;
  }

  /** What the partition has if no override is visible under its key. */
  abstract String otherwise();

  /** Sets both limits, or one of them. */
  void set(CqlSession session, Expiry expiry, @Nullable Integer reads, @Nullable Integer writes) {
    List<String> limits = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    values.add(expiry.seconds());
    if (reads != null) {
      limits.add("max_reads_per_second = ?");
      values.add(reads);
    }
    if (writes != null) {
      limits.add("max_writes_per_second = ?");
      values.add(writes);
    }
    values.addAll(partition());
    ClusterOptions.execute(
        session,
        "UPDATE goodput.overrides USING TTL ? SET " + String.join(", ", limits) + WHERE,
        values.toArray());
  }

  void remove(CqlSession session) {
    ClusterOptions.execute(session, "DELETE FROM goodput.overrides" + WHERE, partition().toArray());
  }

  private List<String> partition() {
    TableName of = table();
    return List.of(of.keyspace().asInternal(), of.table().asInternal(), key);
  }

  private TableName table() {
    return Objects.requireNonNull(table);
  }
}
