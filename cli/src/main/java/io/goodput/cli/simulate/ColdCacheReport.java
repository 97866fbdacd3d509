package io.goodput.cli.simulate;

import io.goodput.bench.report.Json;
import io.goodput.core.heat.LockInPrevention;
import io.goodput.simulation.heat.ColdCacheOutcome;
import io.goodput.simulation.heat.ColdCacheScenario;
import io.goodput.simulation.heat.ColdCacheSimulation;
import io.goodput.simulation.heat.ColdCacheSimulation.Policy;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What {@code cold-cache} found, for people and for programs.
 *
 * @param restart of a replica, by policy
 * @param sharedCache a restart, and none, where a cache's hit rate falls with its traffic
 */
record ColdCacheReport(List<Row> restart, List<SharedRow> sharedCache) implements Simulated {

  /** A policy, and what came of it. */
  record Row(String policy, ColdCacheOutcome outcome) {}

  /** A prevention of lock-in, and its outcomes. */
  record SharedRow(String cures, ColdCacheOutcome restarted, ColdCacheOutcome notRestarted) {}

  /** Runs all simulations, in some ten seconds of one processor. */
  static ColdCacheReport simulate() {
    LockInPrevention both = ColdCacheScenario.SHARED_CACHE.prevention();
    return new ColdCacheReport(
        Arrays.stream(Policy.values())
            .map(
                policy ->
                    new Row(
                        policy.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        ColdCacheSimulation.run(ColdCacheScenario.ZIPF, policy)))
            .toList(),
        List.of(
            shared("none", LockInPrevention.NONE),
            shared("dead band", new LockInPrevention(both.deadBand(), 0)),
            shared("ramp", new LockInPrevention(0, both.rampNanos())),
            shared("dead band and ramp", both)));
  }

  private static SharedRow shared(String name, LockInPrevention prevention) {
    ColdCacheScenario scenario = ColdCacheScenario.SHARED_CACHE.with(prevention);
    return new SharedRow(
        name,
        ColdCacheSimulation.run(scenario, Policy.WEIGHTED),
        ColdCacheSimulation.run(scenario.withoutRestart(), Policy.WEIGHTED));
  }

  @Override
  public String table() {
    ColdCacheOutcome before = restart.get(0).outcome();
    StringBuilder text = new StringBuilder();
    line(
        text,
        "One of three replicas restarts; Zipf 0.99, QUORUM. Before: hit rate %.2f, latency %.1f ms,"
            + " p99 %.0f ms, %.0f misses/s a replica.",
        before.steadyHitRate(),
        before.steadyMillis(),
        before.steadyP99Millis(),
        before.steadyDiskReads());
    line(
        text, "%-28s %6s %22s %34s", "", "", "latency of first 30 s", "disk reads/s, worst second");
    line(
        text,
        "%-28s %6s %13s %8s %16s %8s %8s",
        "policy",
        "warm s",
        "mean ms",
        "p99 ms",
        "restarted",
        "peers",
        "ratio");
    for (Row row : restart) {
      ColdCacheOutcome outcome = row.outcome();
      line(
          text,
          "%-28s %6d %13.1f %8.0f %16d %8d %8.2f",
          row.policy(),
          outcome.warmAfterSeconds(),
          outcome.warmingMillis(),
          outcome.warmingP99Millis(),
          outcome.coldPeakDiskReads(),
          outcome.peersPeakDiskReads(),
          outcome.worstToPeers());
    }
    line(text, "");
    line(
        text,
        "Weighted, in a cache that another table uses as much: the smallest share in the end, of a"
            + " fair one.");
    line(text, "%-28s %19s %19s", "against lock-in", "after a restart", "without one");
    for (SharedRow row : sharedCache) {
      line(
          text,
          "%-28s %19.2f %19.2f",
          row.cures(),
          row.restarted().lastShare(),
          row.notRestarted().lastShare());
    }
    return text.toString();
  }

  @Override
  public String json() {
    return Json.of(this);
  }

  private static void line(StringBuilder text, String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments).stripTrailing()).append('\n');
  }
}
