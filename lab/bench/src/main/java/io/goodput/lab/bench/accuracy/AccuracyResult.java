package io.goodput.lab.bench.accuracy;

import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code limit-accuracy} found.
 *
 * @param cases at least one, either all measured or all only simulated
 */
record AccuracyResult(List<CaseAccuracy> cases) {

  private static final List<Figure<CaseAccuracy>> CASE =
      List.of(
          of("cl", "consistency", it -> it.consistency().name()),
          of("kind", "requests", it -> Text.name(it.kind())),
          of("routing", "routing", LimitCase::routingName),
          of("replication_factor", "replicas", LimitCase::replicationFactor),
          of("nodes", "", LimitCase::nodes),
          of("conditions", "conditions", it -> Text.name(it.conditions())),
          of("overload", "overload", LimitCase::overload),
          of("limit", "limit/s", LimitCase::limit));

  private static final List<Figure<CaseAccuracy>> MEASURED =
      List.of(
          measured("offered_per_s", Measurement::offeredPerSecond).as("offered/s"),
          Figure.number("offered_overload", 1, CaseAccuracy::offered),
          measured("accepted_per_s", Measurement::acceptedPerSecond).as("accepted/s"),
          Figure.<CaseAccuracy>of("first_second", row -> row.measured().firstSecond()).as("1st s"),
          measured("failed_per_s", Measurement::failedPerSecond).as("failed/s"));

  private static final List<Figure<CaseAccuracy>> SIMULATED =
      List.of(
          Figure.column("accepted/limit", 2, CaseAccuracy::ratio),
          simulated("simulated_per_s", Simulated::goodput).as("simulated/s"),
          simulated("simulated_reference_per_s", Simulated::reference).as("reference/s"));

  /**
   * What the limit accepted in a case.
   *
   * @param measurement null if the case was only simulated
   */
  record CaseAccuracy(LimitCase limitCase, @Nullable Measurement measurement, Simulated simulated) {

    private Measurement measured() {
      return Objects.requireNonNull(measurement);
    }

    private double offered() {
      return measurement == null
          ? limitCase.overload()
          : measurement.offeredPerSecond() / limitCase.limit();
    }

    /** Accepted operations as a multiple of the limit, measured if possible. */
    private double ratio() {
      return measurement == null
          ? simulatedRatio()
          : measurement.acceptedPerSecond() / limitCase.limit();
    }

    private double simulatedRatio() {
      return simulated.goodput() / limitCase.limit();
    }

    private double referenceRatio() {
      return simulated.reference() / limitCase.limit();
    }
  }

  /** The table shows names with spaces. */
  private static Figure<CaseAccuracy> of(
      String key, String column, Function<LimitCase, Object> value) {
    return Figure.<CaseAccuracy>of(key, row -> value.apply(row.limitCase))
        .as(column, row -> String.valueOf(value.apply(row.limitCase)).replace('_', ' '));
  }

  private static Figure<CaseAccuracy> measured(String key, ToDoubleFunction<Measurement> figure) {
    return Figure.number(key, 1, row -> figure.applyAsDouble(row.measured()));
  }

  private static Figure<CaseAccuracy> simulated(String key, ToDoubleFunction<Simulated> figure) {
    return Figure.number(key, 1, row -> figure.applyAsDouble(row.simulated));
  }

  Findings findings() {
    return new Findings(
        "Accuracy of limits",
        headline(),
        Table.of(figures(), cases),
        remarks(),
        List.of(chart()),
        List.of(
            new Fact(
                "Rates",
                "operations per second, without the first %d seconds of each case"
                    .formatted(LimitAccuracy.SETTLE_SECONDS)),
            new Fact("Reference", "each node limits a partition by its own counter")),
        Figure.json(
            List.of(Figure.of("cases", result -> Figure.json(figures(), result.cases))), this));
  }

  private boolean isMeasured() {
    return cases.get(0).measurement != null;
  }

  private List<Figure<CaseAccuracy>> figures() {
    List<Figure<CaseAccuracy>> figures = new ArrayList<>();
    figures.add(Figure.column("case", 0, this::number));
    figures.addAll(CASE);
    figures.addAll(isMeasured() ? MEASURED : List.of());
    figures.addAll(SIMULATED);
    return figures;
  }

  private int number(CaseAccuracy row) {
    return cases.indexOf(row) + 1;
  }

  private String headline() {
    Spread offered = spread(CaseAccuracy::offered);
    return Text.of(
        "A%s partition that is offered %.0f to %.0f times its limit accepts %s times the limit.",
        isMeasured() ? "" : " simulated",
        offered.lowest(),
        offered.highest(),
        spread(CaseAccuracy::ratio).ratio());
  }

  private Spread spread(ToDoubleFunction<CaseAccuracy> figure) {
    return Spread.of(cases.stream().map(figure::applyAsDouble).toList());
  }

  private List<String> remarks() {
    String simulation =
        "Simulated, as a multiple of the limit: Goodput accepts %s, the reference %s."
            .formatted(
                spread(CaseAccuracy::simulatedRatio).ratio(),
                spread(CaseAccuracy::referenceRatio).ratio());
    Stream<String> failures =
        cases.stream()
            .flatMap(row -> Stream.ofNullable(row.measurement))
            .flatMap(measurement -> Stream.ofNullable(measurement.failure()));
    return Stream.concat(
            Stream.of(simulation), failures.limit(1).map(failure -> "First failure: " + failure))
        .toList();
  }

  private Chart chart() {
    List<Line> lines = new ArrayList<>();
    if (isMeasured()) {
      lines.add(Line.of("measured", cases, CaseAccuracy::ratio));
    }
    lines.add(Line.of("simulated", cases, CaseAccuracy::simulatedRatio));
    lines.add(Line.of("reference, simulated", cases, CaseAccuracy::referenceRatio));
    return new Chart(
        "Accepted operations as a multiple of the limit",
        "case",
        "accepted / limit",
        cases.stream().map(row -> (double) number(row)).toList(),
        lines,
        List.of());
  }
}
