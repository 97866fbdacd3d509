package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Text;
import java.util.List;
import java.util.Map;

/** What {@code cold-cache} found. */
record RollingResult(RollingLengths lengths, Map<Arm, Rounds<RollingRestart>> rounds) {

  private static final List<Figure<RollingRestart>> ROUND =
      List.of(
          Figure.of("down_at", RollingRestart::stops),
          Figure.of("up_at", RollingRestart::ups),
          Run.seconds(),
          Run.nodesBySecond());

  private static final List<Figure<Rounds<RollingRestart>>> ARM =
      List.of(
          Run.ratio("hit_rate", "hit rate before", RollingRestart::steadyHitRate),
          Run.whole("slow_seconds", "slow seconds", RollingRestart::slowSeconds),
          Run.whole("lost_reads", "lost reads", RollingRestart::lostReads),
          Run.latency("steady", RollingRestart::steady),
          Run.latency("restarting", RollingRestart::restarting),
          Run.latency("after", RollingRestart::after),
          Run.millis("mean ms before", it -> it.steady().meanMillis()),
          Run.millis("mean ms during restarts", it -> it.restarting().meanMillis()),
          Run.millis("mean ms after", it -> it.after().meanMillis()),
          Run.millis("p99 ms before", it -> it.steady().p99Millis()),
          Run.millis("p99 ms during restarts", it -> it.restarting().p99Millis()),
          Run.millis("p99 ms after", it -> it.after().p99Millis()),
          Run.ratio("worst_over_steady", "mean in the worst 5 s / before", RollingRestart::worst),
          Run.ratio(
              "misses_over_steady", "misses per read / before", RollingRestart::missesOverSteady),
          Run.whole(
              "seconds_to_restart",
              "seconds from first stop to last up",
              RollingRestart::restartSeconds),
          Run.whole(
              "seconds_to_warm",
              "seconds from first stop to all warm",
              RollingRestart::secondsToWarm),
          Run.ratio(
              "last_share_of_fair",
              "reads of the last node after / fair share",
              RollingRestart::lastShare),
          Figure.of("rounds", it -> Figure.json(ROUND, it.list())));

  Findings findings() {
    Arms<RollingRestart> arms = new Arms<>(lengths, rounds);
    return arms.findings(
        "Cold caches in a rolling restart",
        "When all nodes restart, one after the other, reads take more than twice as long as before"
            + " for %s.".formatted(arms.each(RollingResult::inOneArm)),
        ARM,
        "A node stops as soon as the one before is up. After: the %d s after the last is up. Slow"
                .formatted(lengths.after())
            + " seconds, lost reads, and misses count from the first stop to the end. Slow: the"
            + " mean latency is more than twice that before. Lost: no answer within the deadline.");
  }

  private static String inOneArm(String arm, Rounds<RollingRestart> rounds) {
    return Text.of(
        "%.0f s (%s; %.0f reads lost)",
        rounds.median(RollingRestart::slowSeconds), arm, rounds.median(RollingRestart::lostReads));
  }

  /** A line of progress. */
  static String line(RollingRestart restart) {
    return Figure.line(ARM, new Rounds<>(List.of(restart)));
  }
}
