package io.goodput.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput simulate}: the simulations. */
@Command(name = "simulate", description = "Simulates Goodput's rules without starting a cluster.")
final class SimulateCommand extends CommandGroup {

  @Command(
      name = "cold-cache",
      description = "How restarts of replicas with empty caches affect reads.")
  void coldCache(
      @Mixin FindingsOutput output,
      @Option(
              names = "--one-restart",
              description = "Only one replica restarts, instead of all of them in turn.")
          boolean oneRestart) {
    output.show(progress -> oneRestart ? SimulatedRestart.run() : SimulatedRollingRestart.run());
  }

  @Command(
      name = "fair-shares",
      description = "How signals of overload and fair shares protect tenants and partitions.")
  void fairShares(@Mixin FindingsOutput output) {
    output.show(progress -> SimulatedFairShares.run());
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
