package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.cli.Printed;
import io.goodput.cli.connect.ClusterOptions;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that changes the override of one partition, and says so. */
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

  /** The partition, as the user has named it. */
  final String name() {
    return "%s %s".formatted(table, Printed.inALine(key));
  }

  /** Changes the override, and says in one sentence what has changed. */
  abstract String change(ClusterOverrides overrides, ClusterOverrides.Partition partition);

  @Override
  public Integer call() {
    TableName of = Objects.requireNonNull(table);
    ClusterOverrides.Partition partition =
        new ClusterOverrides.Partition(of.keyspace().asInternal(), of.table().asInternal(), key);
    try (CqlSession session = cluster.connect()) {
      String sentence = change(new ClusterOverrides(session), partition);
      spec.commandLine().getOut().println(sentence);
    }
    return ExitCode.OK;
  }
}
