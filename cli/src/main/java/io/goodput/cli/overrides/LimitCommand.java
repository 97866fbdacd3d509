package io.goodput.cli.overrides;

import io.goodput.cli.overrides.ClusterOverrides.Changed;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code goodput limit}: limits one partition for a while. */
@Command(
    name = "limit",
    description = "Limits the reads or writes of one partition for a while.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {PartitionCommand.DONE, PartitionCommand.FAILED, PartitionCommand.REFUSED})
public final class LimitCommand extends TimedCommand {

  @Option(
      names = "--reads",
      paramLabel = "N",
      description = "Reads per second, on all nodes together.")
  private @Nullable Integer reads;

  @Option(
      names = "--writes",
      paramLabel = "N",
      description = "Writes per second, on all nodes together.")
  private @Nullable Integer writes;

  /** Creates the command with its defaults. */
  public LimitCommand() {}

  @Override
  public Integer call() {
    if (reads == null && writes == null) {
      throw new ParameterException(spec().commandLine(), "Give --reads, --writes, or both.");
    }
    return super.call();
  }

  @Override
  Changed set(ClusterOverrides overrides, ClusterOverrides.Partition partition) {
    return overrides.set(partition, reads, writes, seconds());
  }

  @Override
  String otherwise() {
    return "limited";
  }
}
