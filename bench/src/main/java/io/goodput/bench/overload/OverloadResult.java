package io.goodput.bench.overload;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Chart.Axis;
import io.goodput.bench.report.Chart.Line;
import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Findings.Fact;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import io.goodput.bench.report.Text;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What {@code overload} found.
 *
 * @param pinned whether nodes and client had a core each
 * @param steps rising loads, in order
 * @param moderate rounds of the same load on both clusters at once, without overload
 */
record OverloadResult(
    StepLengths lengths, boolean pinned, Arms saturation, List<Steps> steps, List<Round> moderate) {

  private static final List<Figure<Step>> STEP =
      List.of(
          Figure.number("late", 1, Step::late),
          Figure.number("turned_away", 1, Step::turnedAway),
          Figure.number("failed", 1, step -> step.summary().perSecond(Outcome.FAILED)),
          Figure.number("not_sent", 1, step -> step.summary().perSecond(Outcome.DROPPED)),
          Figure.number("p50_ms", 2, step -> step.summary().p50Millis()),
          Figure.number("p99_ms", 2, step -> step.summary().p99Millis()),
          Figure.number("recovery_s", 2, Step::recoverySeconds));

  private static final List<Figure<Round>> ROUND =
      List.of(
          Figure.number("stock_goodput", 1, round -> whole(round.stock).perSecond(Outcome.GOOD)),
          Figure.number(
              "protected_goodput", 1, round -> whole(round.guarded).perSecond(Outcome.GOOD)),
          Figure.number("stock_p99_ms", 2, round -> whole(round.stock).p99Millis()),
          Figure.number("protected_p99_ms", 2, round -> whole(round.guarded).p99Millis()));

  private static final List<Figure<Arms>> ARMS =
      List.of(Figure.number("stock", 1, Arms::stock), Figure.number("protected", 1, Arms::guarded));

  private static final List<Figure<OverloadResult>> WITHOUT_OVERLOAD =
      List.of(
          Figure.number("offered", 1, OverloadResult::moderateLoad),
          Figure.spread("throughput_ratio", 4, OverloadResult::throughputRatio),
          Figure.spread("cpu_ratio", 4, OverloadResult::cpuRatio),
          Figure.spread("p99_ratio", 4, OverloadResult::p99Ratio),
          Figure.of("rounds", result -> Figure.json(ROUND, result.moderate)));

  private static final List<Figure<OverloadResult>> DOCUMENT =
      List.of(
          Figure.of("steps", result -> Figure.json(result.columns(), result.steps)),
          Figure.group("peak_goodput", OverloadResult::peak, ARMS),
          Figure.group("saturation", OverloadResult::saturation, ARMS),
          Figure.group("without_overload", result -> result, WITHOUT_OVERLOAD),
          Figure.of(
              "setting",
              result -> new Setting(Overload.DEADLINE.toMillis(), result.pinned, result.lengths)));

  /** A number for each cluster. */
  record Arms(double stock, double guarded) {}

  /** The same load on each cluster in turn. */
  record Steps(Step stock, Step guarded) {

    double offered() {
      return stock.offered();
    }
  }

  /** The same load on both clusters at once, and the CPU time that their nodes used. */
  record Round(Recording stock, Recording guarded, Duration stockCpu, Duration guardedCpu) {

    double ratio(ToDoubleFunction<Summary> figure) {
      return figure.applyAsDouble(whole(guarded)) / figure.applyAsDouble(whole(stock));
    }

    double cpuPerWriteRatio() {
      return guardedCpu.toNanos()
          / (double) stockCpu.toNanos()
          / ratio(summary -> summary.perSecond(Outcome.GOOD));
    }
  }

  private record Setting(long deadlineMs, boolean pinned, StepLengths seconds) {}

  Findings findings() {
    return new Findings(
        "Overload",
        headline(),
        Table.of(columns(), steps),
        remarks(),
        charts(),
        setting(),
        Figure.json(DOCUMENT, this));
  }

  private List<Figure<Steps>> columns() {
    return List.of(
        Figure.<Steps>number("factor", 2, row -> factor(row.stock))
            .as("load", row -> Text.number(factor(row.stock), 1) + "x"),
        Figure.<Steps>number("offered", 1, row -> row.stock.summary().offeredPerSecond())
            .as("offered/s", row -> whole(row.stock.summary().offeredPerSecond())),
        Figure.<Steps>number("stock_goodput", 1, row -> row.stock.goodput())
            .as("stock goodput/s", row -> whole(row.stock.goodput())),
        Figure.<Steps>number("protected_goodput", 1, row -> row.guarded.goodput())
            .as("protected goodput/s", row -> whole(row.guarded.goodput())),
        Figure.column("stock p99 ms", row -> whole(row.stock.summary().p99Millis())),
        Figure.column("protected p99 ms", row -> whole(row.guarded.summary().p99Millis())),
        Figure.column("stock recovery s", row -> Text.number(row.stock.recoverySeconds(), 1)),
        Figure.column("protected recovery s", row -> Text.number(row.guarded.recoverySeconds(), 1)),
        Figure.group("stock", Steps::stock, STEP),
        Figure.group("protected", Steps::guarded, STEP));
  }

  private static String whole(double value) {
    return Text.number(value, 0);
  }

  private String headline() {
    Steps last = steps.get(steps.size() - 1);
    return Text.of(
        "At %.1f times its best load, a stock cluster keeps %.0f %% of its best goodput; a protected"
            + " cluster keeps %.0f %% of the same figure.",
        last.offered() / best(Steps::stock).offered(),
        100 * last.stock.goodput() / peak().stock(),
        100 * last.guarded.goodput() / peak().stock());
  }

  private List<String> remarks() {
    return Stream.concat(
            Stream.of(
                Text.of(
                    "Best goodput: %.0f/s stock, %.0f/s protected.",
                    peak().stock(), peak().guarded()),
                "Without overload, protected to stock: throughput %s, CPU time per write %s, p99 %s."
                    .formatted(throughputRatio().ratio(), cpuRatio().ratio(), p99Ratio().ratio())),
            Recording.firstFailure(
                steps.stream()
                    .flatMap(row -> Stream.of(row.stock.recording(), row.guarded.recording()))))
        .toList();
  }

  private List<Chart> charts() {
    Axis offered = Axis.of("writes offered per second");
    List<Chart.Mark> marks =
        List.of(new Chart.Mark(Math.max(peak().stock(), peak().guarded()), "best goodput"));
    return List.of(
        new Chart(
            "Goodput",
            "Higher is better. Both lines follow the offered load up to what a cluster can serve;"
                + " beyond that, a cluster that wastes no work stays level.",
            offered,
            Axis.of("writes answered in time per second"),
            lines("", Step::goodput),
            marks),
        new Chart(
            "Latency",
            "Lower is better. Latency of successful writes counts from the intended send time.",
            offered,
            Axis.logarithmic("milliseconds"),
            Stream.concat(
                    lines(", p50", step -> step.summary().p50Millis()).stream(),
                    lines(", p99", step -> step.summary().p99Millis()).stream())
                .toList(),
            marks),
        new Chart(
            "Wasted and rejected writes",
            "A late answer is work done for a client that had given up; a rejection costs little.",
            offered,
            Axis.of("writes per second"),
            Stream.concat(
                    lines(", late", Step::late).stream(),
                    lines(", rejected", Step::turnedAway).stream())
                .toList(),
            marks),
        new Chart(
            "Recovery",
            "Lower is better: time from the end of each load until a light load was served well.",
            offered,
            Axis.of("seconds"),
            lines("", Step::recoverySeconds),
            marks));
  }

  private List<Line> lines(String suffix, ToDoubleFunction<Step> figure) {
    return List.of(
        Line.of("stock" + suffix, steps, Steps::offered, row -> figure.applyAsDouble(row.stock)),
        Line.of(
            "protected" + suffix, steps, Steps::offered, row -> figure.applyAsDouble(row.guarded)));
  }

  private List<Fact> setting() {
    return List.of(
        new Fact(
            "Nodes",
            pinned
                ? "three per cluster, all on one core, the client on another; %d request threads each"
                    .formatted(Overload.THREADS)
                : "three per cluster; nodes and client share all cores"),
        new Fact(
            "Compiler of the nodes",
            lengths.firstCompiler() ? "only the JVM's first compiler (C1)" : "default (C1 and C2)"),
        new Fact(
            "Load",
            "open loop, one cluster at a time; rows of %d bytes in one partition, QUORUM of RF 3"
                .formatted(Subject.VALUE_BYTES)),
        new Fact(
            "Deadline",
            "%d ms, for the client and for the server's write timeout"
                .formatted(Overload.DEADLINE.toMillis())),
        new Fact(
            "Saturation",
            Text.of(
                "%.0f writes per second stock, %.0f protected, closed loop",
                saturation.stock(), saturation.guarded())),
        new Fact(
            "Steps",
            "%d s each, the first %d s not counted".formatted(lengths.step(), lengths.settle())),
        new Fact(
            "Without overload",
            Text.of(
                "%d rounds of %d s on both clusters at once, each at %.0f %% of the best goodput",
                lengths.moderateRounds(), lengths.moderate(), Overload.MODERATE * 100)));
  }

  /** The load as a multiple of the best goodput of either cluster. */
  private double factor(Step step) {
    return step.offered() / Math.max(peak().stock(), peak().guarded());
  }

  private double moderateLoad() {
    return moderate(steps);
  }

  /** Requests per second that both clusters serve with ease. */
  static double moderate(List<Steps> steps) {
    return Overload.MODERATE
        * Math.min(best(steps, Steps::stock).goodput(), best(steps, Steps::guarded).goodput());
  }

  /** The step with the most goodput. */
  static Step best(List<Steps> steps, Function<Steps, Step> arm) {
    return steps.stream().map(arm).max(Comparator.comparingDouble(Step::goodput)).orElseThrow();
  }

  private Step best(Function<Steps, Step> arm) {
    return best(steps, arm);
  }

  private Arms peak() {
    return new Arms(best(Steps::stock).goodput(), best(Steps::guarded).goodput());
  }

  private Spread throughputRatio() {
    return moderateRatio(round -> round.ratio(summary -> summary.perSecond(Outcome.GOOD)));
  }

  private Spread cpuRatio() {
    return moderateRatio(Round::cpuPerWriteRatio);
  }

  private Spread p99Ratio() {
    return moderateRatio(round -> round.ratio(Summary::p99Millis));
  }

  private Spread moderateRatio(ToDoubleFunction<Round> ratio) {
    return Spread.of(moderate.stream().map(ratio::applyAsDouble).toList());
  }

  private static Summary whole(Recording recording) {
    return recording.over(0, recording.length());
  }
}
