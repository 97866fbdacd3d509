package io.goodput.bench.overload;

import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Chart.Axis;
import io.goodput.bench.report.Chart.Line;
import io.goodput.bench.report.Chart.Mark;
import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Findings.Fact;
import io.goodput.bench.report.Rounds;
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
 * @param saturation requests per second that the clusters serve in a closed loop
 * @param steps rising loads, in order
 * @param moderate rounds of the same load on both clusters at once, without overload
 */
record OverloadResult(
    StepLengths lengths, boolean pinned, Arms saturation, List<Steps> steps, List<Round> moderate) {

  private static final List<Figure<Round>> ROUND =
      List.of(
          Figure.number("stock_goodput", 1, round -> round.stock.whole().goodPerSecond()),
          Figure.number("protected_goodput", 1, round -> round.guarded.whole().goodPerSecond()),
          Figure.number("stock_p99_ms", 2, round -> round.stock.whole().p99Millis()),
          Figure.number("protected_p99_ms", 2, round -> round.guarded.whole().p99Millis()));

  private static final List<Figure<Arms>> ARMS =
      List.of(
          Figure.<Arms>number("stock", 1, Arms::stock).as("stock"),
          Figure.<Arms>number("protected", 1, Arms::guarded).as("protected"));

  private static final List<Figure<OverloadResult>> WITHOUT_OVERLOAD =
      List.of(
          Figure.number("offered", 1, it -> moderate(it.steps)),
          ratio("throughput_ratio", "throughput", round -> round.ratio(Summary::goodPerSecond)),
          ratio("cpu_ratio", "CPU time per write", Round::cpuPerWriteRatio),
          ratio("p99_ratio", "p99", round -> round.ratio(Summary::p99Millis)),
          Figure.of("rounds", it -> Figure.json(ROUND, it.moderate)));

  private static final List<Figure<OverloadResult>> SETTING =
      List.of(
          Figure.of("deadline_ms", it -> Subject.DEADLINE.toMillis()),
          Figure.of("pinned", OverloadResult::pinned),
          Figure.of("seconds", OverloadResult::lengths));

  private static final List<Figure<OverloadResult>> DOCUMENT =
      List.of(
          Figure.of("steps", it -> Figure.json(it.columns(), it.steps)),
          Figure.group("peak_goodput", OverloadResult::peak, ARMS),
          Figure.group("saturation", OverloadResult::saturation, ARMS),
          Figure.group("without_overload", it -> it, WITHOUT_OVERLOAD),
          Figure.group("setting", it -> it, SETTING));

  private static Figure<OverloadResult> ratio(
      String key, String column, ToDoubleFunction<Round> value) {
    return Figure.ratio(key, column, 4, it -> new Rounds<>(it.moderate).spread(value));
  }

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

    private double ratio(ToDoubleFunction<Summary> figure) {
      return figure.applyAsDouble(guarded.whole()) / figure.applyAsDouble(stock.whole());
    }

    private double cpuPerWriteRatio() {
      return guardedCpu.toNanos() / (double) stockCpu.toNanos() / ratio(Summary::goodPerSecond);
    }
  }

  Findings findings() {
    return new Findings(
        "Overload",
        headline(),
        Table.of(columns(), steps),
        remarks(),
        charts(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private List<Figure<Steps>> columns() {
    return List.of(
        Figure.<Steps>number("factor", 2, row -> row.offered() / highestPeak())
            .as("times best load"),
        Figure.<Steps>number("offered", 1, row -> row.stock.summary().offeredPerSecond())
            .as("offered/s"),
        Figure.<Steps>number("stock_goodput", 1, row -> row.stock.goodput()).as("stock goodput/s"),
        Figure.<Steps>number("protected_goodput", 1, row -> row.guarded.goodput())
            .as("protected goodput/s"),
        Figure.column("stock p99 ms", 0, row -> row.stock.p99Millis()),
        Figure.column("protected p99 ms", 0, row -> row.guarded.p99Millis()),
        Figure.column("stock recovery s", 1, row -> row.stock.recoverySeconds()),
        Figure.column("protected recovery s", 1, row -> row.guarded.recoverySeconds()),
        Figure.group("stock", Steps::stock, Step.FIGURES),
        Figure.group("protected", Steps::guarded, Step.FIGURES));
  }

  private String headline() {
    Steps last = steps.get(steps.size() - 1);
    return Text.of(
        "At %.1f times its best load, a stock cluster keeps %.0f %% of its best goodput; a protected"
            + " cluster keeps %.0f %% of the same figure.",
        last.offered() / best(steps, Steps::stock).offered(),
        100 * last.stock.goodput() / peak().stock(),
        100 * last.guarded.goodput() / peak().stock());
  }

  private List<String> remarks() {
    return Stream.concat(
            Stream.of(
                "Best goodput per second: " + Figure.line(ARMS, peak()) + ".",
                "Writes per second in a closed loop: " + Figure.line(ARMS, saturation) + ".",
                "Without overload, protected to stock: %s."
                    .formatted(Figure.line(WITHOUT_OVERLOAD, this))),
            Recording.firstFailure(
                steps.stream()
                    .flatMap(row -> Stream.of(row.stock.recording(), row.guarded.recording()))))
        .toList();
  }

  private List<Chart> charts() {
    return List.of(
        chart(
            "Goodput",
            "Higher is better.",
            Axis.of("writes answered in time per second"),
            lines("", Step::goodput)),
        chart(
            "Latency",
            "Lower is better. Latency counts from the intended send time.",
            Axis.logarithmic("milliseconds"),
            Stream.concat(lines(", p50", Step::p50Millis), lines(", p99", Step::p99Millis))),
        chart(
            "Wasted and rejected writes",
            "A late answer is wasted work; a rejection costs little.",
            Axis.of("writes per second"),
            Stream.concat(lines(", late", Step::late), lines(", rejected", Step::rejected))));
  }

  private Chart chart(String title, String howToRead, Axis y, Stream<Line> lines) {
    Axis offered = Axis.of("writes offered per second");
    Mark best = new Mark(highestPeak(), "best goodput");
    return new Chart(title, howToRead, offered, y, lines.toList(), List.of(best));
  }

  private Stream<Line> lines(String suffix, ToDoubleFunction<Step> figure) {
    return Stream.of(
        Line.of("stock" + suffix, steps, Steps::offered, row -> figure.applyAsDouble(row.stock)),
        Line.of(
            "protected" + suffix, steps, Steps::offered, row -> figure.applyAsDouble(row.guarded)));
  }

  /** A load for both clusters at once, without overload: a quarter of the lower best goodput. */
  static double moderate(List<Steps> steps) {
    return 0.25
        * Math.min(best(steps, Steps::stock).goodput(), best(steps, Steps::guarded).goodput());
  }

  static Step best(List<Steps> steps, Function<Steps, Step> arm) {
    return steps.stream().map(arm).max(Comparator.comparingDouble(Step::goodput)).orElseThrow();
  }

  private Arms peak() {
    return new Arms(best(steps, Steps::stock).goodput(), best(steps, Steps::guarded).goodput());
  }

  private double highestPeak() {
    return Math.max(peak().stock(), peak().guarded());
  }
}
