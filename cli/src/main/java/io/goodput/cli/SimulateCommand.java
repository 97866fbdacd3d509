package io.goodput.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code goodput simulate}: the simulations. */
@Command(name = "simulate", description = "Simulates Goodput's rules without starting a cluster.")
final class SimulateCommand extends CommandGroup {

  @Command(
      name = "cold-cache",
      description = "How the restart of a replica with an empty cache affects reads.")
  void coldCache(@Mixin FindingsOutput output) {
    output.show(progress -> SimulatedColdCache.run());
  }

  @Command(
      name = "late-requests",
      description = "How the rule that drops queued requests affects a server's goodput.")
  void lateRequests(@Mixin FindingsOutput output) {
    output.show(progress -> SimulatedLateRequests.run());
  }

  @Command(
      name = "write-stall",
      description = "How pacing affects writes that come faster than the disk flushes them.")
  void writeStall(@Mixin FindingsOutput output) {
    output.show(progress -> SimulatedWriteStall.run());
  }
}
