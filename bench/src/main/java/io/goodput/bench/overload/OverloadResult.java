package io.goodput.bench.overload;

import static io.goodput.bench.report.Json.rounded;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.Report;
import io.goodput.bench.report.Report.Fact;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code overload} found.
 *
 * @param pinned whether nodes and client had a core each
 * @param stock the steps, in order
 * @param guarded the same loads on the protected node
 * @param moderate the same load on both, round by round, without overload
 */
record OverloadResult(
    Lengths lengths,
    boolean pinned,
    Saturation saturation,
    List<Step> stock,
    List<Step> guarded,
    List<Pair> moderate)
    implements Findings {

  /** Requests a second that a node serves when it is never idle and has no queue. */
  record Saturation(double stock, double guarded) {}

  /** The same load on both at once, and the CPU time that their nodes used meanwhile. */
  record Pair(Recording stock, Recording guarded, Duration stockCpu, Duration guardedCpu) {

    double ratio(ToDoubleFunction<Summary> figure) {
      return figure.applyAsDouble(whole(guarded)) / figure.applyAsDouble(whole(stock));
    }

    /** CPU time for a write. */
    double cpuRatio() {
      return guardedCpu.toNanos()
          / (double) stockCpu.toNanos()
          / ratio(summary -> summary.perSecond(Outcome.GOOD));
    }

    private static Summary whole(Recording recording) {
      return recording.over(0, recording.length());
    }
  }

  @Override
  public Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (int step = 0; step < stock.size(); step++) {
      Summary without = stock.get(step).summary();
      Summary with = guarded.get(step).summary();
      rows.add(
          List.of(
              text("%.1fx", factor(stock.get(step))),
              text("%.0f", without.offeredPerSecond()),
              text("%.0f", goodput(without)),
              text("%.0f", goodput(with)),
              text("%.0f", without.p99Millis()),
              text("%.0f", with.p99Millis()),
              text("%.1f", stock.get(step).recoverySeconds()),
              text("%.1f", guarded.get(step).recoverySeconds())));
    }
    return new Table(
        List.of(
            "load",
            "offered/s",
            "stock goodput/s",
            "protected goodput/s",
            "stock p99 ms",
            "protected p99 ms",
            "stock recovery s",
            "protected recovery s"),
        rows);
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    remarks.add(
        String.format(
            Locale.ROOT,
            "Peak goodput %.0f/s stock, %.0f/s protected. At %.0f/s, %.1f times the load at which"
                + " stock is best, stock keeps %.0f %% of its best, and protected %.0f %% of that.",
            peak(stock),
            peak(guarded),
            last(stock).offered(),
            last(stock).offered() / best(stock).offered(),
            100 * goodput(last(stock).summary()) / peak(stock),
            100 * goodput(last(guarded).summary()) / peak(stock)));
    remarks.add(
        "Without overload, protected to stock: throughput %s, CPU time for a write %s, p99 %s."
            .formatted(throughputRatio().ratio(), cpuRatio().ratio(), p99Ratio().ratio()));
    Stream.concat(stock.stream(), guarded.stream())
        .map(step -> step.recording().failure())
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(failure -> remarks.add("First failure: " + failure));
    return remarks;
  }

  @Override
  public String json() {
    return Json.of(
        new Document(
            IntStream.range(0, stock.size()).mapToObj(this::stepJson).toList(),
            new Peak(rounded(peak(stock), 1), rounded(peak(guarded), 1)),
            new Peak(rounded(saturation.stock(), 1), rounded(saturation.guarded(), 1)),
            new WithoutOverload(
                rounded(moderate(stock, guarded), 1),
                throughputRatio().rounded(4),
                cpuRatio().rounded(4),
                p99Ratio().rounded(4),
                moderate.stream().map(OverloadResult::roundJson).toList()),
            new Setting(Overload.DEADLINE.toMillis(), pinned, lengths)));
  }

  @Override
  public Report report(List<Fact> more) {
    List<Fact> setting = new ArrayList<>(more);
    setting.addAll(setting());
    List<Chart.Mark> marks =
        List.of(new Chart.Mark(Math.max(peak(stock), peak(guarded)), "best goodput"));
    Chart.Axis offered = Chart.Axis.of("writes offered a second");
    return new Report(
        "Overload",
        "The same three nodes, once as Apache ships them and once with Goodput, are offered more and more writes to one partition. Goodput is what is answered within %d ms, while the client still waits for it."
            .formatted(Overload.DEADLINE.toMillis()),
        setting,
        table(),
        List.of(
            new Chart(
                "Goodput",
                "Higher is better. Both lines follow what is offered as far as the node can; beyond that a"
                    + " node that wastes nothing stays level.",
                offered,
                Chart.Axis.of("answers a second, in time"),
                List.of(
                    line("stock", stock, step -> goodput(step.summary())),
                    line("protected", guarded, step -> goodput(step.summary()))),
                marks),
            new Chart(
                "Latency",
                "Lower is better; equal distances on the axis are equal factors. Latency"
                    + " of successful answers counts from the moment at which a write was to be"
                    + " sent.",
                offered,
                new Chart.Axis("milliseconds", true),
                List.of(
                    line("stock, half", stock, step -> step.summary().p50Millis()),
                    line("stock, 99 of 100", stock, step -> step.summary().p99Millis()),
                    line("protected, half", guarded, step -> step.summary().p50Millis()),
                    line("protected, 99 of 100", guarded, step -> step.summary().p99Millis())),
                marks),
            new Chart(
                "What became of the writes",
                "Late answers are work done for clients that had given up; what is turned away"
                    + " costs little.",
                offered,
                Chart.Axis.of("writes a second"),
                List.of(
                    line("stock, late", stock, step -> late(step.summary())),
                    line("stock, turned away", stock, step -> turnedAway(step.summary())),
                    line("protected, late", guarded, step -> late(step.summary())),
                    line("protected, turned away", guarded, step -> turnedAway(step.summary()))),
                marks),
            new Chart(
                "Recovery",
                "Lower is better: how long after the end of each load a light one was served as if"
                    + " nothing had been.",
                offered,
                Chart.Axis.of("seconds"),
                List.of(
                    line("stock", stock, Step::recoverySeconds),
                    line("protected", guarded, Step::recoverySeconds)),
                marks)));
  }

  /** A step, for a line of progress. */
  static String line(Step step) {
    Summary summary = step.summary();
    return String.format(
        Locale.ROOT,
        "offered %.0f/s, goodput %.0f/s, late %.0f, turned away %.0f, not sent %.0f, failed %.0f;"
            + " recovered after %.1f s",
        summary.offeredPerSecond(),
        goodput(summary),
        late(summary),
        turnedAway(summary),
        summary.perSecond(Outcome.DROPPED),
        summary.perSecond(Outcome.FAILED),
        step.recoverySeconds());
  }

  private List<Fact> setting() {
    return List.of(
        new Fact(
            "Nodes",
            pinned
                ? "three each, all on one core, the client on another; %d threads each for requests"
                    .formatted(Overload.THREADS)
                : "three each; nodes and client share all cores, since they could not be kept apart"),
        new Fact(
            "Compiler of the nodes",
            lengths.firstCompiler() ? "the JVM's first alone (C1)" : "as usual (C1 and C2)"),
        new Fact(
            "Load",
            "open loop, one cluster at a time; rows of %d bytes in one partition, QUORUM of RF 3"
                .formatted(Subject.VALUE_BYTES)),
        new Fact(
            "Deadline",
            "%d ms, of the client and of the server's writes"
                .formatted(Overload.DEADLINE.toMillis())),
        new Fact(
            "Saturation",
            "%.0f writes a second stock, %.0f protected, closed loop"
                .formatted(saturation.stock(), saturation.guarded())),
        new Fact(
            "Steps",
            "%d s each, counted from the second %d on".formatted(lengths.step(), lengths.settle())),
        new Fact(
            "Without overload",
            "%d rounds of %d s on both at once, each at %.0f %% of the best goodput; throughput %s, CPU time for a write %s, p99 %s of stock"
                .formatted(
                    lengths.moderateRounds(),
                    lengths.moderate(),
                    Overload.MODERATE * 100,
                    throughputRatio().ratio(),
                    cpuRatio().ratio(),
                    p99Ratio().ratio())));
  }

  private Spread throughputRatio() {
    return Spread.of(
        moderate.stream()
            .map(pair -> pair.ratio(summary -> summary.perSecond(Outcome.GOOD)))
            .toList());
  }

  private Spread cpuRatio() {
    return Spread.of(moderate.stream().map(Pair::cpuRatio).toList());
  }

  private Spread p99Ratio() {
    return Spread.of(moderate.stream().map(pair -> pair.ratio(Summary::p99Millis)).toList());
  }

  private StepJson stepJson(int step) {
    Summary without = stock.get(step).summary();
    Summary with = guarded.get(step).summary();
    return new StepJson(
        rounded(without.offeredPerSecond(), 1),
        rounded(goodput(without), 1),
        rounded(goodput(with), 1),
        rounded(factor(stock.get(step)), 2),
        detail(stock.get(step)),
        detail(guarded.get(step)));
  }

  private static Detail detail(Step step) {
    Summary summary = step.summary();
    return new Detail(
        rounded(late(summary), 1),
        rounded(turnedAway(summary), 1),
        rounded(summary.perSecond(Outcome.FAILED), 1),
        rounded(summary.perSecond(Outcome.DROPPED), 1),
        rounded(summary.p50Millis(), 2),
        rounded(summary.p99Millis(), 2),
        rounded(step.recoverySeconds(), 2));
  }

  private static RoundJson roundJson(Pair pair) {
    Summary stock = Pair.whole(pair.stock());
    Summary guarded = Pair.whole(pair.guarded());
    return new RoundJson(
        rounded(goodput(stock), 1),
        rounded(goodput(guarded), 1),
        rounded(stock.p99Millis(), 2),
        rounded(guarded.p99Millis(), 2));
  }

  /** The load as a multiple of the best that either node did, which is what they can serve. */
  private double factor(Step step) {
    return step.offered() / Math.max(peak(stock), peak(guarded));
  }

  /** Requests a second that both nodes serve with ease. */
  static double moderate(List<Step> stock, List<Step> guarded) {
    return Overload.MODERATE * Math.min(peak(stock), peak(guarded));
  }

  static double peak(List<Step> steps) {
    return goodput(best(steps).summary());
  }

  /** The step of most goodput, of at least one. */
  static Step best(List<Step> steps) {
    return Collections.max(steps, Comparator.comparingDouble(step -> goodput(step.summary())));
  }

  private static Step last(List<Step> steps) {
    return steps.get(steps.size() - 1);
  }

  private static double goodput(Summary summary) {
    return summary.perSecond(Outcome.GOOD);
  }

  private static double late(Summary summary) {
    return summary.perSecond(Outcome.LATE);
  }

  private static double turnedAway(Summary summary) {
    return summary.perSecond(Outcome.OVERLOADED)
        + summary.perSecond(Outcome.REFUSED)
        + summary.perSecond(Outcome.TIMED_OUT);
  }

  private static String text(String format, double figure) {
    return Double.isFinite(figure) ? String.format(Locale.ROOT, format, figure) : "-";
  }

  private static Chart.Line line(String name, List<Step> steps, ToDoubleFunction<Step> figure) {
    return new Chart.Line(
        name,
        steps.stream()
            .map(step -> new Chart.Point(step.offered(), figure.applyAsDouble(step)))
            .toList());
  }

  private record Document(
      List<StepJson> steps,
      Peak peakGoodput,
      Peak saturation,
      WithoutOverload withoutOverload,
      Setting setting) {}

  private record StepJson(
      @Nullable Double offered,
      @Nullable Double stockGoodput,
      @Nullable Double protectedGoodput,
      @Nullable Double factor,
      Detail stock,
      @JsonProperty("protected") Detail guarded) {}

  private record Detail(
      @Nullable Double late,
      @Nullable Double turnedAway,
      @Nullable Double failed,
      @Nullable Double notSent,
      @Nullable Double p50Ms,
      @Nullable Double p99Ms,
      @Nullable Double recoveryS) {}

  private record Peak(
      @Nullable Double stock, @JsonProperty("protected") @Nullable Double guarded) {}

  private record WithoutOverload(
      @Nullable Double offered,
      Spread throughputRatio,
      Spread cpuRatio,
      Spread p99Ratio,
      List<RoundJson> rounds) {}

  private record RoundJson(
      @Nullable Double stockGoodput,
      @Nullable Double protectedGoodput,
      @Nullable Double stockP99Ms,
      @Nullable Double protectedP99Ms) {}

  private record Setting(long deadlineMs, boolean pinned, Lengths seconds) {}
}
