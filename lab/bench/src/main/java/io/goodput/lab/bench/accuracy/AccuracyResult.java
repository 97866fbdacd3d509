package io.goodput.lab.bench.accuracy;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.simulation.limit.LimitScenario;
import io.goodput.lab.simulation.limit.LimitSimulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What {@code limit-accuracy} found.
 *
 * @param cases at least one
 */
record AccuracyResult(List<CaseAccuracy> cases) {

  private static final List<Figure<CaseAccuracy>> CASE =
      List.of(
          of("cl", "consistency", it -> it.consistency().name()),
          of("kind", "requests", it -> Text.name(it.kind())),
          of("routing", "routing", LimitCase::routingName),
          of("replication_factor", "replicas", LimitCase::replicationFactor),
          of("nodes", "", it -> LimitCase.NODES),
          of("overload", "overload", LimitCase::overload),
          of("limit", "limit/s", LimitCase::limit));

  private static final List<Figure<CaseAccuracy>> MEASURED =
      List.of(
          column("offered_per_s", "offered/s", CaseAccuracy::offered),
          Figure.number("offered_overload", 1, CaseAccuracy::overload),
          column("accepted_per_s", "accepted/s", CaseAccuracy::accepted),
          Figure.<CaseAccuracy>of("first_second", CaseAccuracy::firstSecond).as("1st s"),
          column("failed_per_s", "failed/s", row -> row.steady().failedPerSecond()));

  private static final List<Figure<CaseAccuracy>> SIMULATED =
      List.of(
          Figure.column("admitted/limit", 2, CaseAccuracy::ratio),
          column("simulated_per_s", "simulated/s", row -> row.simulated.goodput),
          column("simulated_reference_per_s", "reference/s", row -> row.simulated.reference));

  /** What each rule admits in a simulated case, in operations per second of the steady state. */
  record Simulated(double goodput, double reference) {

    static Simulated of(LimitCase limitCase) {
      LimitScenario scenario = limitCase.simulated();
      return new Simulated(
          steady(LimitSimulation.goodput(scenario)), steady(LimitSimulation.reference(scenario)));
    }

    private static double steady(long[] admitted) {
      return Arrays.stream(admitted).skip(LimitAccuracy.SETTLE_SECONDS).average().orElse(0);
    }
  }

  /** What the limit admitted in a case. */
  record CaseAccuracy(LimitCase limitCase, Recording recording, Simulated simulated) {

    private Summary steady() {
      return recording.over(LimitAccuracy.SETTLE_SECONDS, recording.length());
    }

    private double accepted() {
      return steady().goodPerSecond();
    }

    /** Without requests that were not sent, because too many were in flight. */
    private double offered() {
      return steady().offeredPerSecond() - steady().perSecond(Outcome.DROPPED);
    }

    private long firstSecond() {
      return recording.over(0, 1).count(Outcome.GOOD);
    }

    /** Offered operations as a multiple of the limit. */
    private double overload() {
      return offered() / limitCase.limit();
    }

    /**
     * Admitted operations as a multiple of the limit: those that Cassandra has then failed are
     * among them, such as conditional writes that contend.
     */
    private double ratio() {
      return (steady().servedPerSecond() + steady().failedPerSecond()) / limitCase.limit();
    }

    private double simulatedRatio() {
      return simulated.goodput / limitCase.limit();
    }

    private double referenceRatio() {
      return simulated.reference / limitCase.limit();
    }
  }

  /** The table shows names with spaces. */
  private static Figure<CaseAccuracy> of(
      String key, String column, Function<LimitCase, Object> value) {
    return Figure.<CaseAccuracy>of(key, row -> value.apply(row.limitCase))
        .as(column, row -> String.valueOf(value.apply(row.limitCase)).replace('_', ' '));
  }

  private static Figure<CaseAccuracy> column(
      String key, String column, Function<CaseAccuracy, Double> figure) {
    return Figure.<CaseAccuracy>number(key, 1, figure).as(column);
  }

  Findings findings() {
    return new Findings(
        "Accuracy of limits",
        headline(),
        Table.of(figures(), cases),
        remarks(),
        List.of(),
        List.of(
            new Fact(
                "Rates",
                "operations per second, without the first %d seconds of each case"
                    .formatted(LimitAccuracy.SETTLE_SECONDS)),
            new Fact("Reference", "each node limits a partition by its own counter")),
        Figure.json(
            List.of(Figure.of("cases", result -> Figure.json(figures(), result.cases))), this));
  }

  private List<Figure<CaseAccuracy>> figures() {
    List<Figure<CaseAccuracy>> figures = new ArrayList<>();
    figures.add(Figure.column("case", 0, this::number));
    figures.addAll(CASE);
    figures.addAll(MEASURED);
    figures.addAll(SIMULATED);
    return figures;
  }

  private int number(CaseAccuracy row) {
    return cases.indexOf(row) + 1;
  }

  private String headline() {
    Spread offered = spread(CaseAccuracy::overload);
    return Text.of(
        "With %.0f to %.0f times the limit of a partition offered, Goodput admits %s times the limit.",
        offered.lowest(), offered.highest(), spread(CaseAccuracy::ratio).ratio());
  }

  private Spread spread(ToDoubleFunction<CaseAccuracy> figure) {
    return Spread.of(cases.stream().map(figure::applyAsDouble).toList());
  }

  private List<String> remarks() {
    String simulation =
        "Simulated, as a multiple of the limit: Goodput admits %s, the reference %s."
            .formatted(
                spread(CaseAccuracy::simulatedRatio).ratio(),
                spread(CaseAccuracy::referenceRatio).ratio());
    return Recording.remarks(cases.stream().map(CaseAccuracy::recording), simulation);
  }
}
