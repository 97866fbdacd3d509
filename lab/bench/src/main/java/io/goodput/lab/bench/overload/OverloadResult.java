package io.goodput.lab.bench.overload;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.overload.Overload.StepLengths;
import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Chart.Mark;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What {@code overload} found.
 *
 * @param pinned whether nodes and client had a core each
 * @param saturation requests per second that each cluster serves in a closed loop
 * @param steps rising loads on each cluster, round by round
 * @param moderate rounds of the same load on each cluster in turn, without overload
 * @param application rounds of an application with the library for the Java driver
 */
record OverloadResult(
    StepLengths lengths,
    boolean pinned,
    Map<Arm, Double> saturation,
    List<Step> steps,
    List<Moderate> moderate,
    List<Application> application) {

  /**
   * One load on one cluster in one round.
   *
   * @param offered requests per second
   * @param settle seconds that do not count
   * @param writes that all replicas together have executed
   * @param recoverySeconds from the end of the load until the cluster served a light load well; NaN
   *     if it did not recover within the time limit
   */
  record Step(
      Arm arm,
      double offered,
      Recording recording,
      int settle,
      long writes,
      double recoverySeconds) {

    /** Figures of one load on one cluster over the rounds. */
    static final List<Figure<Rounds<Step>>> FIGURES =
        List.of(
            Figure.<Rounds<Step>>number("goodput", 1, runs -> runs.spread(Step::goodput))
                .as("goodput/s", 0),
            median("late", 1, Step::late).as("late/s", 0),
            median("abandoned_work", 3, Step::abandonedWork).as("abandoned work", 2),
            median("turned_away", 1, Step::rejected).as("rejected/s", 0),
            median("failed", 1, step -> step.summary().perSecond(Outcome.FAILED)),
            median("not_sent", 1, step -> step.summary().perSecond(Outcome.DROPPED)),
            median("p50_ms", 2, step -> step.summary().p50Millis()),
            median("p99_ms", 2, Step::p99Millis).as("p99 ms", 0),
            median("recovery_s", 2, Step::recoverySeconds).as("recovery s", 1));

    private static Figure<Rounds<Step>> median(
        String key, int decimals, ToDoubleFunction<Step> figure) {
      return Figure.median(key, decimals, runs -> runs.spread(figure));
    }

    private Summary summary() {
      return recording.over(settle, recording.length());
    }

    double goodput() {
      return summary().goodPerSecond();
    }

    double late() {
      return summary().perSecond(Outcome.LATE);
    }

    /** The part of the replicas' writes that served no answer in time. */
    double abandonedWork() {
      double useful = (double) ArmClusters.NODES * recording.whole().count(Outcome.GOOD);
      return writes == 0 ? 0 : Math.max(0, 1 - useful / writes);
    }

    /** Requests per second that the server answered with an error because of the load. */
    double rejected() {
      return summary().perSecond(Outcome.OVERLOADED, Outcome.REFUSED, Outcome.TIMED_OUT);
    }

    double p99Millis() {
      return summary().p99Millis();
    }
  }

  /** A round without overload on one cluster, and the CPU time that its nodes used. */
  record Moderate(Arm arm, Recording recording, Duration cpu) {

    double goodput() {
      return recording.whole().goodPerSecond();
    }

    double p50Millis() {
      return recording.whole().p50Millis();
    }

    double p99Millis() {
      return recording.whole().p99Millis();
    }

    double cpuPerWrite() {
      return cpu.toNanos() / goodput();
    }
  }

  /** A load, which each cluster got in each round. */
  private record Load(OverloadResult all, double offered) {

    double factor() {
      return offered / all.best(Arm.STOCK).offered;
    }

    Rounds<Step> runs(Arm arm) {
      return Rounds.of(all.steps, step -> step.arm() == arm && step.offered() == offered);
    }

    double median(Arm arm, ToDoubleFunction<Step> figure) {
      return runs(arm).median(figure);
    }
  }

  private record Row(Load load, Arm arm) {}

  /** Rounds without overload, relative to those of stock. */
  private record Ratio(Rounds<Moderate> runs, Rounds<Moderate> stock) {

    Spread of(ToDoubleFunction<Moderate> figure) {
      return runs.ratio(stock, figure);
    }
  }

  private static final List<Figure<Row>> COLUMNS =
      Stream.concat(
              Stream.of(
                  Figure.<Row>column("times best load", 2, row -> row.load.factor()),
                  Figure.<Row>column("offered/s", 0, row -> row.load.offered),
                  Figure.<Row>column("arm", row -> row.arm.toString())),
              Step.FIGURES.stream().map(figure -> figure.in((Row row) -> row.load.runs(row.arm))))
          .toList();

  private static final List<Figure<Load>> LOADS =
      Stream.concat(
              Stream.of(
                  Figure.<Load>number("factor", 2, Load::factor),
                  Figure.<Load>number("offered", 1, Load::offered)),
              Stream.of(Arm.values())
                  .map(
                      arm ->
                          Figure.<Load, Rounds<Step>>group(
                              arm.toString(), load -> load.runs(arm), Step.FIGURES)))
          .toList();

  private static final List<Figure<OverloadResult>> PEAK =
      byArm(arm -> number(arm, it -> it.peak(arm)));

  private static final List<Figure<OverloadResult>> SATURATION =
      byArm(arm -> number(arm, it -> it.saturation.getOrDefault(arm, Double.NaN)));

  private static final List<Figure<Ratio>> RATIOS =
      List.of(
          Figure.ratio("throughput_ratio", "throughput", 4, it -> it.of(Moderate::goodput)),
          Figure.ratio("cpu_ratio", "CPU time per write", 4, it -> it.of(Moderate::cpuPerWrite)),
          Figure.ratio("p50_ratio", "p50", 4, it -> it.of(Moderate::p50Millis)),
          Figure.ratio("p99_ratio", "p99", 4, it -> it.of(Moderate::p99Millis)));

  private static final List<Figure<Moderate>> MODERATE_ROUND =
      List.of(
          Figure.number("goodput", 1, Moderate::goodput),
          Figure.number("p50_ms", 2, Moderate::p50Millis),
          Figure.number("p99_ms", 2, Moderate::p99Millis));

  private static final List<Figure<OverloadResult>> MODERATE_ROUNDS =
      byArm(arm -> Figure.of("" + arm, it -> Figure.json(MODERATE_ROUND, it.moderate(arm).list())));

  private static final List<Figure<OverloadResult>> WITHOUT_OVERLOAD =
      List.of(
          Figure.number("offered", 1, OverloadResult::moderateLoad),
          Figure.group("tuned", it -> it.toStock(Arm.TUNED), RATIOS),
          Figure.group("goodput", it -> it.toStock(Arm.GOODPUT), RATIOS),
          Figure.group("rounds", it -> it, MODERATE_ROUNDS));

  private static final List<Figure<OverloadResult>> SETTING =
      List.of(
          Figure.of("deadline_ms", it -> Overload.DEADLINE.toMillis()),
          Figure.of("tuned", it -> Setup.text(Overload.TUNING)),
          Figure.of("pinned", OverloadResult::pinned),
          Figure.of("seconds", OverloadResult::lengths));

  private static final List<Figure<OverloadResult>> DOCUMENT =
      List.of(
          Figure.of("steps", it -> Figure.json(LOADS, it.loads())),
          Figure.group("peak_goodput", it -> it, PEAK),
          Figure.group("saturation", it -> it, SATURATION),
          Figure.group("without_overload", it -> it, WITHOUT_OVERLOAD),
          Figure.group("java_driver", OverloadResult::rounds, Application.FIGURES),
          Figure.group("setting", it -> it, SETTING));

  private static List<Figure<OverloadResult>> byArm(Function<Arm, Figure<OverloadResult>> figure) {
    return Stream.of(Arm.values()).map(figure).toList();
  }

  private static Figure<OverloadResult> number(Arm arm, ToDoubleFunction<OverloadResult> value) {
    return Figure.<OverloadResult>number("" + arm, 1, value::applyAsDouble).as("" + arm);
  }

  Findings findings() {
    return new Findings(
        "Overload",
        headline(),
        Table.of(
            COLUMNS,
            loads().stream()
                .flatMap(load -> Stream.of(Arm.values()).map(arm -> new Row(load, arm)))
                .toList()),
        remarks(),
        List.of(
            chart("Goodput", "writes answered in time per second", Step::goodput),
            chart("p99 latency", "milliseconds", Step::p99Millis)),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private List<Load> loads() {
    return steps.stream()
        .map(Step::offered)
        .distinct()
        .map(offered -> new Load(this, offered))
        .toList();
  }

  private String headline() {
    Load last = loads().get(loads().size() - 1);
    return Text.of(
        "At %.1f times its best load, a stock cluster keeps %.0f%% of its best goodput. Cassandra's"
            + " own settings against overload keep %.0f%% of the same figure, and Goodput %.0f%%.",
        last.factor(), share(last, Arm.STOCK), share(last, Arm.TUNED), share(last, Arm.GOODPUT));
  }

  /** Goodput in percent of the best of stock. */
  private double share(Load load, Arm arm) {
    return 100 * load.median(arm, Step::goodput) / peak(Arm.STOCK);
  }

  private List<String> remarks() {
    return Recording.remarks(
        steps.stream().map(Step::recording),
        Rounds.legend(lengths.rounds()),
        "Best goodput per second: " + Figure.line(PEAK, this) + ".",
        "Writes per second in a closed loop: " + Figure.line(SATURATION, this) + ".",
        withoutOverload(Arm.TUNED),
        withoutOverload(Arm.GOODPUT),
        "An application with the library for the Java driver, which asks for %d times what the"
                .formatted(Application.FACTOR)
            + " nodes serve: "
            + Figure.line(Application.FIGURES, rounds())
            + ".");
  }

  private Rounds<Application> rounds() {
    return new Rounds<>(application);
  }

  private String withoutOverload(Arm arm) {
    return "Without overload, %s to stock: %s.".formatted(arm, Figure.line(RATIOS, toStock(arm)));
  }

  private Chart chart(String title, String unit, ToDoubleFunction<Step> figure) {
    return new Chart(
        title,
        "writes offered per second",
        unit,
        loads().stream().map(Load::offered).toList(),
        Stream.of(Arm.values())
            .map(arm -> Line.of("" + arm, loads(), load -> load.median(arm, figure)))
            .toList(),
        List.of(new Mark(best(Arm.STOCK).offered, "best load of stock")));
  }

  /** A load without overload for each cluster: a quarter of the lowest best goodput. */
  double moderateLoad() {
    return 0.25 * Stream.of(Arm.values()).mapToDouble(this::peak).min().orElseThrow();
  }

  private Rounds<Moderate> moderate(Arm arm) {
    return Rounds.of(moderate, round -> round.arm == arm);
  }

  private Ratio toStock(Arm arm) {
    return new Ratio(moderate(arm), moderate(Arm.STOCK));
  }

  /** The load that an arm serves best. That of stock is 1 in figures of "times best load". */
  private Load best(Arm arm) {
    return loads().stream()
        .max(Comparator.comparingDouble(load -> load.median(arm, Step::goodput)))
        .orElseThrow();
  }

  private double peak(Arm arm) {
    return best(arm).median(arm, Step::goodput);
  }
}
