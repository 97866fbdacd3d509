package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.goodput.cli.connect.ClusterOptions;
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

  /** Changes the override, and returns the node that knows it. */
  abstract Node change(ClusterOverrides overrides, ClusterOverrides.Partition partition);

  @Override
  public Integer call() {
    TableName of = Objects.requireNonNull(table);
    String keyspace = of.keyspace().asInternal();
    String name = of.table().asInternal();
    try (CqlSession session = cluster.connect()) {
      ClusterOverrides overrides = new ClusterOverrides(session);
      Node node = change(overrides, new ClusterOverrides.Partition(keyspace, name, key));
      String now =
          overrides.all(node, keyspace, name).stream()
              .map(ListedOverride::of)
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
}
