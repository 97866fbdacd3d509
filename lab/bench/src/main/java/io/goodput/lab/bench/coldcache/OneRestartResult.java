package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Text;
import java.util.List;
import java.util.Map;

/** What {@code cold-cache --one-restart} found. */
record OneRestartResult(RestartLengths lengths, Map<Arm, Rounds<Restart>> rounds) {

  private static final List<Figure<Restart>> ROUND =
      List.of(
          Figure.of("down_at", Restart::down),
          Figure.of("up_at", Restart::up),
          Run.seconds(),
          Run.nodesBySecond());

  private static final List<Figure<Rounds<Restart>>> ARM =
      List.of(
          Run.ratio("hit_rate", "hit rate before", Restart::steadyHitRate),
          Run.latency("steady", Restart::steady),
          Run.latency("warm_up", Restart::warming),
          Run.millis("mean ms before", round -> round.steady().meanMillis()),
          Run.ratio(
              "mean_over_steady", "mean after / before", it -> it.overSteady(Summary::meanMillis)),
          Run.millis("p99 ms before", round -> round.steady().p99Millis()),
          Run.ratio(
              "p99_over_steady", "p99 after / before", it -> it.overSteady(Summary::p99Millis)),
          Figure.spreadColumn("% lost after", 2, it -> it.spread(round -> 100 * round.lostShare())),
          Run.ratio("misses_over_peers", "misses of restarted node / peers", Restart::missesRatio),
          Run.ratio(
              "worst_misses_over_peers", "the same in the worst 5 s", Restart::worstMissesRatio),
          Run.ratio(
              "peers_misses_over_steady", "misses of peers after / before", Restart::peersMisses),
          Run.ratio(
              "worst_peers_misses_over_steady",
              "the same in the worst 5 s",
              Restart::worstPeersMisses),
          Run.whole("seconds_to_warm", "seconds from up to warm", Restart::secondsToWarm),
          Run.whole(
              "seconds_from_stop_to_warm",
              "seconds from stop to warm",
              Restart::secondsFromStopToWarm),
          Run.ratio("share_of_fair", "reads of restarted node after / fair share", Restart::share),
          Run.ratio("final_share_of_fair", "the same in the last 10 s", Restart::finalShare),
          Run.whole(
              "seconds_to_fair_share",
              "seconds from up to a fair share",
              Restart::secondsToFairShare),
          Figure.of("rounds", it -> Figure.json(ROUND, it.list())));

  Findings findings() {
    Arms<Restart> arms = new Arms<>(lengths, rounds);
    return arms.findings(
        "Cold cache after one restart",
        "After the restart of one node, the mean latency of reads is %s."
            .formatted(arms.each(OneRestartResult::inOneArm)),
        ARM,
        "After: the first %d s in which the restarted node serves reads."
            .formatted(lengths.window()));
  }

  private static String inOneArm(String arm, Rounds<Restart> rounds) {
    return Text.of(
        "%.2f times that before (%s; the node serves %.2f of its fair share)",
        rounds.median(it -> it.overSteady(Summary::meanMillis)),
        arm,
        rounds.median(Restart::share));
  }

  /** A line of progress. */
  static String line(Restart restart) {
    return Figure.line(ARM, new Rounds<>(List.of(restart)));
  }
}
