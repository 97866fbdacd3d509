package io.goodput.cli.overrides;

import picocli.CommandLine.Command;

/** {@code goodput unlimit}: removes the override of one partition. */
@Command(
    name = "unlimit",
    description = "Removes what limit or deny has set for one partition.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {PartitionCommand.DONE, PartitionCommand.FAILED, PartitionCommand.REFUSED})
public final class UnlimitCommand extends PartitionCommand {

  /** Creates the command with its defaults. */
  public UnlimitCommand() {}

  @Override
  String change(ClusterOverrides overrides, ClusterOverrides.Partition partition) {
    return overrides.removed(partition)
        ? "Removed the override of %s.".formatted(name())
        : "%s has no override now, and you could see none before.".formatted(name());
  }
}
