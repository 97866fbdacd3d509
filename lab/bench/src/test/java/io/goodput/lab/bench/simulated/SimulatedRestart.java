package io.goodput.lab.bench.simulated;

import io.goodput.core.heat.LockInPrevention;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.simulation.heat.ColdCacheOutcome;
import io.goodput.lab.simulation.heat.ColdCacheScenario;
import io.goodput.lab.simulation.heat.ColdCacheSimulation;
import io.goodput.lab.simulation.heat.ColdCacheSimulation.Policy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A simulation of {@code cold-cache} where one replica restarts with an empty cache. */
final class SimulatedRestart {

  private static final List<Figure<Restart>> COLUMNS =
      List.of(
          Figure.column("policy", Restart::policy),
          Figure.column("warm after s", Restart::warmAfter),
          Figure.column("mean ms", 1, row -> row.outcome.warmingMillis()),
          Figure.column("p99 ms", 0, row -> row.outcome.warmingP99Millis()),
          Figure.column("peak disk reads/s", 0, row -> row.outcome.coldPeakDiskReads()),
          Figure.column("peers' peak", 0, row -> row.outcome.peersPeakDiskReads()),
          Figure.column("highest ratio", 2, row -> row.outcome.worstToPeers()));

  private SimulatedRestart() {}

  private record Restart(String policy, ColdCacheOutcome outcome) {

    String warmAfter() {
      return outcome.warmAfterSeconds() < ColdCacheScenario.ZIPF.seconds()
          ? Text.number(outcome.warmAfterSeconds(), 0)
          : "never";
    }
  }

  /** A cache whose hit rate falls with its traffic, with one prevention of lock-in. */
  private record SharedCache(
      String cures, ColdCacheOutcome restarted, ColdCacheOutcome notRestarted) {

    static SharedCache with(String name, LockInPrevention prevention) {
      ColdCacheScenario scenario = ColdCacheScenario.SHARED_CACHE.with(prevention);
      return new SharedCache(
          name,
          ColdCacheSimulation.run(scenario, Policy.WEIGHTED),
          ColdCacheSimulation.run(scenario.withoutRestart(), Policy.WEIGHTED));
    }
  }

  /** Runs all simulations, in about ten seconds of CPU time. */
  static Findings run() {
    List<Restart> restarts =
        Arrays.stream(Policy.values())
            .map(
                policy ->
                    new Restart(
                        SimulatedRollingRestart.name(policy),
                        ColdCacheSimulation.run(ColdCacheScenario.ZIPF, policy)))
            .toList();
    LockInPrevention both = ColdCacheScenario.SHARED_CACHE.prevention();
    List<SharedCache> sharedCaches =
        List.of(
            SharedCache.with("none", LockInPrevention.NONE),
            SharedCache.with("dead band", new LockInPrevention(both.deadBand(), 0)),
            SharedCache.with("ramp", new LockInPrevention(0, both.rampNanos())),
            SharedCache.with("dead band and ramp", both));
    ColdCacheOutcome before = restarts.get(0).outcome;
    return new Findings(
        "Simulated restart with a cold cache",
        restarts.stream()
            .map(row -> Text.of("%.1f ms %s", row.outcome.warmingMillis(), row.policy))
            .collect(
                Collectors.joining(
                    ", ",
                    "In the 30 s after a restart, the mean latency of reads is ",
                    Text.of("; it was %.1f ms before.", before.steadyMillis()))),
        Table.of(COLUMNS, restarts),
        Stream.concat(
                Stream.of(
                    "Latency is that of the 30 s after the restart; the ratio is that of disk reads.",
                    "Lowest final share of reads with a shared cache (1 is fair), by prevention of lock-in:"),
                sharedCaches.stream()
                    .map(
                        row ->
                            Text.of(
                                "- %s: %.2f after a restart, %.2f without",
                                row.cures,
                                row.restarted.lastShare(),
                                row.notRestarted.lastShare())))
            .toList(),
        List.of(),
        List.of(
            new Fact(
                "Reads",
                Text.of(
                    "three replicas, QUORUM, Zipf 0.99; before the restart, hit rate %.2f,"
                        + " p99 %.0f ms, %.0f disk reads/s per replica",
                    before.steadyHitRate(), before.steadyP99Millis(), before.steadyDiskReads()))),
        new TreeMap<>(Map.of("restart", restarts, "shared_cache", sharedCaches)));
  }
}
