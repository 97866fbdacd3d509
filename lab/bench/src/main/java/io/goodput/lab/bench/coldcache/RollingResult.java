package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.coldcache.ColdCache.Lengths;
import io.goodput.lab.bench.coldcache.node.EmulatedDisk;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code cold-cache} found. */
record RollingResult(Lengths lengths, Map<Arm, Rounds<RollingRestart>> rounds) {

  private static final List<Figure<Summary>> SECOND =
      List.of(
          Figure.of("good", second -> second.count(Outcome.GOOD)),
          Figure.number("mean_ms", 2, Summary::meanMillis),
          Figure.number("p99_ms", 2, Summary::p99Millis));

  private static final List<Figure<RollingRestart>> ROUND =
      List.of(
          Figure.of("down_at", RollingRestart::stops),
          Figure.of("up_at", RollingRestart::ups),
          Figure.of("seconds", run -> Figure.json(SECOND, run.latency().seconds())),
          Figure.of("nodes", RollingRestart::nodes));

  static final List<Figure<Rounds<RollingRestart>>> ARM =
      List.of(
          ratio("hit_rate", "hit rate before", RollingRestart::steadyHitRate),
          whole("slow_seconds", "slow seconds", RollingRestart::slowSeconds),
          whole("lost_reads", "lost reads", RollingRestart::lostReads),
          latency("steady", RollingRestart::steady),
          latency("restarting", RollingRestart::restarting),
          latency("after", RollingRestart::after),
          millis("mean ms before", it -> it.steady().meanMillis()),
          millis("mean ms during restarts", it -> it.restarting().meanMillis()),
          millis("mean ms after", it -> it.after().meanMillis()),
          millis("p99 ms before", it -> it.steady().p99Millis()),
          millis("p99 ms during restarts", it -> it.restarting().p99Millis()),
          millis("p99 ms after", it -> it.after().p99Millis()),
          ratio("worst_over_steady", "mean in the worst 5 s / before", RollingRestart::worst),
          ratio("misses_over_steady", "misses per read / before", RollingRestart::missesOverSteady),
          whole(
              "seconds_to_restart",
              "seconds from first stop to last up",
              RollingRestart::restartSeconds),
          whole(
              "seconds_to_warm",
              "seconds from first stop to all warm",
              RollingRestart::secondsToWarm),
          ratio(
              "last_share_of_fair",
              "reads of the last node after / fair share",
              RollingRestart::lastShare),
          Figure.of("rounds", it -> Figure.json(ROUND, it.list())));

  private static final List<Figure<RollingResult>> SETTING =
      List.of(
          Figure.of("tuned", result -> "dynamic_snitch: false"),
          Figure.of("goodput", result -> "heat_weighted_reads: true"),
          Figure.of("nodes", result -> ColdCache.NODES),
          Figure.of("reads_per_s", result -> ColdCache.READS_PER_SECOND),
          Figure.of("partitions", result -> ColdCache.PARTITIONS),
          Figure.of("skew", result -> ColdCache.SKEW),
          Figure.of("disk_channels", result -> EmulatedDisk.CHANNELS),
          Figure.of("disk_read_ms", result -> EmulatedDisk.READ_MILLIS),
          Figure.of("deadline_ms", result -> ColdCache.DEADLINE.toMillis()),
          Figure.of("seconds", RollingResult::lengths));

  /** A figure with three decimals, two in the table. */
  private static Figure<Rounds<RollingRestart>> ratio(
      String key, String title, ToDoubleFunction<RollingRestart> figure) {
    return Figure.<Rounds<RollingRestart>>median(key, 3, rounds -> rounds.spread(figure))
        .as(title, 2);
  }

  /** A figure without decimals. */
  private static Figure<Rounds<RollingRestart>> whole(
      String key, String title, ToDoubleFunction<RollingRestart> figure) {
    return Figure.<Rounds<RollingRestart>>median(key, 0, rounds -> rounds.spread(figure)).as(title);
  }

  /** The latency of a part of the run, as an object of the document. */
  private static Figure<Rounds<RollingRestart>> latency(
      String key, Function<RollingRestart, Summary> part) {
    return Figure.group(
        key,
        rounds -> rounds,
        List.of(
            Figure.<Rounds<RollingRestart>>median(
                "mean_ms", 2, it -> it.spread(run -> part.apply(run).meanMillis())),
            Figure.<Rounds<RollingRestart>>median(
                "p99_ms", 2, it -> it.spread(run -> part.apply(run).p99Millis()))));
  }

  private static Figure<Rounds<RollingRestart>> millis(
      String title, ToDoubleFunction<RollingRestart> latency) {
    return Figure.column(title, 0, rounds -> rounds.spread(latency));
  }

  Findings findings() {
    Map<String, Rounds<RollingRestart>> columns = new LinkedHashMap<>();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    rounds.forEach(
        (arm, of) -> {
          columns.put(arm.toString(), of);
          document.put(arm.toString(), Figure.json(ARM, of));
        });
    document.put("setting", Figure.json(SETTING, this));
    return new Findings(
        "Cold caches in a rolling restart",
        "When all nodes restart, one after the other, reads take more than twice as long as before"
            + " for %s."
                .formatted(
                    rounds.entrySet().stream()
                        .map(arm -> inOneArm(arm.getKey(), arm.getValue()))
                        .collect(Collectors.joining(", "))),
        Table.byArm(ARM, columns),
        remarks(),
        List.of(
            latencies("Mean latency", Summary::meanMillis),
            latencies("p99 latency", Summary::p99Millis)),
        Fact.of(SETTING, this),
        document);
  }

  private static String inOneArm(Arm arm, Rounds<RollingRestart> rounds) {
    return Text.of(
        "%.0f s (%s; %.0f reads lost)",
        rounds.median(RollingRestart::slowSeconds), arm, rounds.median(RollingRestart::lostReads));
  }

  private List<String> remarks() {
    Stream<Recording> recordings =
        rounds.values().stream().flatMap(of -> of.list().stream()).map(RollingRestart::latency);
    return Recording.remarks(
        recordings,
        "Figures are medians of the rounds (lowest to highest), charts show the last. A"
            + " node stops as soon as the one before is up. After: the %d s after the last"
                .formatted(lengths.after())
            + " is up. Slow seconds, lost reads, and misses count from the first stop to"
            + " the end. Slow: the mean latency is more than twice that before. Lost: no"
            + " answer within the deadline. Warm: 95% of the hit rate before. Disks are"
            + " emulated.");
  }

  /** A chart of the last round. */
  private Chart latencies(String title, ToDoubleFunction<Summary> figure) {
    List<Line> lines = new ArrayList<>();
    rounds.forEach(
        (arm, of) -> lines.add(Line.of(arm.toString(), of.last().latency().seconds(), figure)));
    return Chart.bySecond(title, "milliseconds", lines, List.of());
  }
}
