package io.goodput.cli.overrides;

import com.datastax.oss.driver.api.core.metadata.Node;
import io.goodput.cli.CommandException;
import io.goodput.cli.overrides.ClusterOverrides.Changed;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that sets the override of a partition for a while. */
abstract class TimedCommand extends PartitionCommand {

  @Option(
      names = "--for",
      paramLabel = "TIME",
      required = true,
      converter = Expiry.Converter.class,
      description = "How long, such as 30s, 10m, 1h; at most 1d.")
  private @Nullable Expiry expiry;

  /** How long the override lasts, in seconds. */
  int seconds() {
    return Objects.requireNonNull(expiry).seconds();
  }

  /** Sets the override. */
  abstract Changed set(ClusterOverrides overrides, ClusterOverrides.Partition partition);

  /** What the partition has if no override is visible under its key. */
  abstract String otherwise();

  @Override
  final String change(ClusterOverrides overrides, ClusterOverrides.Partition partition) {
    Changed changed = set(overrides, partition);
    changed.warnings().forEach(warning -> spec().commandLine().getErr().println(warning + "."));
    return "%s: %s.".formatted(name(), now(overrides, changed.node(), partition));
  }

  /** What is in force now, as far as the user may see it. */
  private String now(ClusterOverrides overrides, Node node, ClusterOverrides.Partition partition) {
    try {
      return overrides.all(node, partition.keyspace(), partition.table()).stream()
          .map(ListedOverride::of)
          .filter(override -> override.key().equals(partition.key()))
          .map(ListedOverride::inWords)
          .findFirst()
          .orElse(otherwise());
    } catch (CommandException e) {
      return otherwise();
    }
  }
}
