package io.goodput.cli.overrides;

import io.goodput.cli.overrides.ClusterOverrides.Changed;
import picocli.CommandLine.Command;

/** {@code goodput deny}: rejects all requests on one partition for a while. */
@Command(
    name = "deny",
    description = "Rejects all reads and writes of one partition for a while.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {PartitionCommand.DONE, PartitionCommand.FAILED, PartitionCommand.REFUSED})
public final class DenyCommand extends TimedCommand {

  /** Creates the command with its defaults. */
  public DenyCommand() {}

  @Override
  Changed set(ClusterOverrides overrides, ClusterOverrides.Partition partition) {
    return overrides.set(partition, 0, 0, seconds());
  }

  @Override
  String otherwise() {
    return "denied";
  }
}
