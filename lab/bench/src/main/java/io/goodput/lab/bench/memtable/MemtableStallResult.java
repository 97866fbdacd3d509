package io.goodput.lab.bench.memtable;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.memtable.MemtableStall.Arm;
import io.goodput.lab.bench.memtable.MemtableStall.RoundLengths;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What {@code write-stall} found on Cassandra.
 *
 * @param sustained writes per second that flushes of the stock node sustain
 */
record MemtableStallResult(
    RoundLengths lengths, double sustained, Map<Arm, Rounds<LoadRound>> rounds) {

  static final List<Figure<Rounds<LoadRound>>> ARM =
      List.of(
          writes("goodput", Summary::goodPerSecond).as("writes in time/s", 0),
          writes("served", Summary::servedPerSecond),
          perSecond("late/s", Outcome.LATE),
          perSecond("timed out/s", Outcome.TIMED_OUT),
          perSecond("not sent/s", Outcome.DROPPED),
          millis("p50_us", "p50 ms", 1, rounds -> rounds.median(of(Summary::p50Millis))),
          millis("p99_us", "p99 ms", 0, rounds -> rounds.median(of(Summary::p99Millis))),
          millis("p999_us", "p99.9 ms", 0, rounds -> rounds.median(of(Summary::p999Millis))),
          millis("max_us", "max ms", 0, rounds -> rounds.spread(of(Summary::maxMillis)).highest()),
          Figure.<Rounds<LoadRound>>of(
                  "stalled_seconds", rounds -> rounds.sum(LoadRound::stalledSeconds))
              .as("stalled seconds", MemtableStallResult::stalledShare),
          Figure.<Rounds<LoadRound>>number(
                  "slowest_second", 3, rounds -> rounds.median(LoadRound::slowestSecond))
              .as("slowest second to mean"),
          Figure.<Rounds<LoadRound>>median(
                  "reads_in_time",
                  1,
                  rounds -> rounds.spread(round -> round.reads.whole().goodPerSecond()))
              .as("reads in time/s", 0),
          Figure.column(
              "p99 ms of reads",
              0,
              rounds -> rounds.median(round -> round.reads.whole().p99Millis())),
          bySecond("in_time_by_second", LoadRound::writes, Outcome.GOOD),
          bySecond("late_by_second", LoadRound::writes, Outcome.LATE),
          bySecond("timed_out_by_second", LoadRound::writes, Outcome.TIMED_OUT),
          bySecond("reads_by_second", LoadRound::reads, Outcome.GOOD));

  private static final List<Figure<MemtableStallResult>> GOODPUT_TO_STOCK = goodputTo(Arm.STOCK);
  private static final List<Figure<MemtableStallResult>> GOODPUT_TO_TUNED = goodputTo(Arm.TUNED);

  private static final List<Figure<MemtableStallResult>> DOCUMENT =
      List.of(
          Figure.group("stock", result -> result.row(Arm.STOCK), ARM),
          Figure.group("tuned", result -> result.row(Arm.TUNED), ARM),
          Figure.group("unpaced", result -> result.row(Arm.UNPACED), ARM),
          Figure.group("goodput", result -> result.row(Arm.GOODPUT), ARM),
          Figure.group("goodput_to_stock", result -> result, GOODPUT_TO_STOCK),
          Figure.group("goodput_to_tuned", result -> result, GOODPUT_TO_TUNED),
          Figure.number("sustained", 0, MemtableStallResult::sustained),
          Figure.of("lengths", MemtableStallResult::lengths));

  private static final List<Figure<MemtableStallResult>> SETTING =
      List.of(
          Figure.of("memtables_mib", result -> FullNode.MEMTABLE_MEBIBYTES),
          Figure.of("zstd_level", result -> FullNode.ZSTD_LEVEL),
          Figure.of(
              "cleanup_threshold_of_tuned_and_goodput", result -> MemtableStall.CLEANUP_THRESHOLD),
          Figure.number("writes_per_s", 0, result -> MemtableStall.OFFERED * result.sustained),
          Figure.of("bytes_per_write", result -> FullNode.VALUE_BYTES),
          Figure.of("reads_per_s", result -> FullNode.READS),
          Figure.of("deadline_ms", result -> MemtableStall.DEADLINE.toMillis()),
          Figure.of("lengths", MemtableStallResult::lengths));

  /** One load on one node. */
  record LoadRound(Recording writes, Recording reads) {

    /** Seconds in which less than a tenth of the writes are answered in time. */
    long stalledSeconds() {
      return writes.seconds().stream()
          .filter(second -> second.goodPerSecond() < 0.1 * second.offeredPerSecond())
          .count();
    }

    /** Writes in time in the worst second, as a share of the mean; NaN if none was in time. */
    double slowestSecond() {
      return writes.seconds().stream().mapToDouble(Summary::goodPerSecond).min().orElse(Double.NaN)
          / writes.whole().goodPerSecond();
    }
  }

  /** A figure of the writes of a round. */
  private static ToDoubleFunction<LoadRound> of(ToDoubleFunction<Summary> figure) {
    return round -> figure.applyAsDouble(round.writes.whole());
  }

  private static String stalledShare(Rounds<LoadRound> rounds) {
    return "%d of %d"
        .formatted(
            rounds.sum(LoadRound::stalledSeconds), rounds.sum(round -> round.writes.length()));
  }

  private static List<Figure<MemtableStallResult>> goodputTo(Arm base) {
    return List.of(
        ratio(base, "goodput", "writes in time", 3, Summary::goodPerSecond),
        ratio(base, "p50", "p50", 4, Summary::p50Millis),
        ratio(base, "p999", "p99.9", 4, Summary::p999Millis),
        ratio(base, "max", "max", 4, Summary::maxMillis));
  }

  private static Figure<MemtableStallResult> ratio(
      Arm base, String key, String title, int decimals, ToDoubleFunction<Summary> figure) {
    return Figure.ratio(key, title, decimals, result -> result.ratio(base, figure));
  }

  private static Figure<Rounds<LoadRound>> writes(String key, ToDoubleFunction<Summary> figure) {
    return Figure.median(key, 1, rounds -> rounds.spread(of(figure)));
  }

  private static Figure<Rounds<LoadRound>> perSecond(String title, Outcome outcome) {
    return Figure.column(
        title, 0, rounds -> rounds.median(of(summary -> summary.perSecond(outcome))));
  }

  private static Figure<Rounds<LoadRound>> millis(
      String key, String title, int decimals, ToDoubleFunction<Rounds<LoadRound>> value) {
    return Figure.<Rounds<LoadRound>>number(key, 0, rounds -> 1e3 * value.applyAsDouble(rounds))
        .as(title, decimals, value);
  }

  private static Figure<Rounds<LoadRound>> bySecond(
      String key, Function<LoadRound, Recording> load, Outcome outcome) {
    return Figure.of(
        key,
        rounds ->
            rounds.list().stream()
                .map(load)
                .map(all -> all.seconds().stream().map(second -> second.count(outcome)).toList())
                .toList());
  }

  Findings findings() {
    Map<String, Rounds<LoadRound>> arms = new LinkedHashMap<>();
    Stream.of(Arm.values()).forEach(arm -> arms.put(arm.toString(), row(arm)));
    return new Findings(
        "Write stalls of Cassandra",
        headline(),
        Table.byArm(ARM, arms),
        remarks(),
        charts(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private Rounds<LoadRound> row(Arm arm) {
    return Objects.requireNonNull(rounds.get(arm));
  }

  private Spread ratio(Arm base, ToDoubleFunction<Summary> figure) {
    return row(Arm.GOODPUT).ratio(row(base), of(figure));
  }

  private String headline() {
    return Text.of(
        "At %.1f times the load that flushes sustain, a paced node stalls for %s seconds instead of"
            + " %s and answers %.2f times as many writes in time as a stock node, and %.2f times as"
            + " many as one with the same cleanup threshold.",
        MemtableStall.OFFERED,
        stalledShare(row(Arm.GOODPUT)),
        stalledShare(row(Arm.STOCK)),
        ratio(Arm.STOCK, Summary::goodPerSecond).median(),
        ratio(Arm.TUNED, Summary::goodPerSecond).median());
  }

  private List<String> remarks() {
    return List.of(
        Text.of("Flushes of the stock node sustain %.0f writes per second.", sustained),
        "Goodput to stock: %s.".formatted(Figure.line(GOODPUT_TO_STOCK, this)),
        "Goodput to tuned: %s.".formatted(Figure.line(GOODPUT_TO_TUNED, this)),
        "Figures are medians, but max is the highest. A stalled second answers less"
            + " than a tenth of its writes in time.",
        "Tuned nodes are stock nodes with the cleanup threshold of goodput nodes; unpaced nodes"
            + " have Goodput's defaults, goodput nodes also pace_writes.");
  }

  private List<Chart> charts() {
    return List.of(
        chart("Writes", "in time per second", LoadRound::writes, Summary::goodPerSecond),
        chart("p99 latency of writes", "milliseconds", LoadRound::writes, Summary::p99Millis),
        chart(
            "Reads of another table",
            "in time per second",
            LoadRound::reads,
            Summary::goodPerSecond));
  }

  /** A chart of the last round, with a line for each arm. */
  private Chart chart(
      String title,
      String unit,
      Function<LoadRound, Recording> load,
      ToDoubleFunction<Summary> figure) {
    return Chart.bySecond(
        title,
        unit,
        Stream.of(Arm.values())
            .map(arm -> Line.of(arm.toString(), load.apply(row(arm).last()).seconds(), figure))
            .toList(),
        List.of());
  }
}
