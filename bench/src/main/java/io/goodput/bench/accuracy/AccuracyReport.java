package io.goodput.bench.accuracy;

import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.OldFindings;
import io.goodput.bench.report.Report;
import io.goodput.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What {@code limit-accuracy} found. */
public final class AccuracyReport implements OldFindings {

  private static final List<String> MEASURED_HEADER =
      List.of(
          "CL",
          "kind",
          "routing",
          "RF",
          "overload",
          "offered/s",
          "limit",
          "accepted/s",
          "ratio",
          "1st s",
          "simulated",
          "reference",
          "failed/s");
  private static final List<String> SIMULATED_HEADER =
      List.of(
          "conditions",
          "CL",
          "kind",
          "routing",
          "RF",
          "nodes",
          "overload",
          "limit",
          "simulated",
          "ratio",
          "reference");

  private final List<CaseResult> results;

  /** Of these cases. */
  public AccuracyReport(List<CaseResult> results) {
    this.results = List.copyOf(results);
  }

  /** Rates are operations a second from the sixth second on. */
  @Override
  public Table table() {
    boolean measured = results.stream().anyMatch(result -> result.measurement() != null);
    return new Table(
        measured ? MEASURED_HEADER : SIMULATED_HEADER,
        results.stream()
            .map(
                result ->
                    result.measurement() == null
                        ? simulatedCells(result)
                        : measuredCells(result, result.measurement()))
            .toList());
  }

  @Override
  public List<String> remarks() {
    return results.stream()
        .map(AccuracyReport::failureOf)
        .filter(Objects::nonNull)
        .findFirst()
        .map(failure -> List.of("First failure: " + failure))
        .orElse(List.of());
  }

  /** The document {@code {"cases": [...]}}. */
  @Override
  public String json() {
    return Json.of(new Document(results.stream().map(CaseJson::of).toList()));
  }

  @Override
  public Report report(List<Report.Fact> more) {
    List<Chart.Line> lines = new ArrayList<>();
    if (results.stream().anyMatch(result -> result.measurement() != null)) {
      lines.add(line("measured", AccuracyReport::measuredRatio));
    }
    lines.add(
        line("simulated", result -> result.simulated().goodput() / result.limitCase().limit()));
    lines.add(
        line(
            "reference, simulated",
            result -> result.simulated().reference() / result.limitCase().limit()));
    return new Report(
        "Accuracy of limits",
        "What a partition's limit admits while clients ask for a multiple of it.",
        more,
        table(),
        List.of(
            new Chart(
                "Accepted, as part of the limit",
                "1 is exact. Cases are numbered as in the table, from 1.",
                Chart.Axis.of("case"),
                Chart.Axis.of("accepted / limit"),
                lines)));
  }

  private Chart.Line line(String name, ToDoubleFunction<CaseResult> ratio) {
    return new Chart.Line(
        name,
        IntStream.range(0, results.size())
            .mapToObj(i -> new Chart.Point(i + 1, ratio.applyAsDouble(results.get(i))))
            .toList());
  }

  private static double measuredRatio(CaseResult result) {
    return result.measurement() == null
        ? Double.NaN
        : result.measurement().acceptedPerSecond() / result.limitCase().limit();
  }

  private static @Nullable String failureOf(CaseResult result) {
    return result.measurement() == null ? null : result.measurement().failure();
  }

  private static List<String> measuredCells(CaseResult result, Measurement measurement) {
    LimitCase limitCase = result.limitCase();
    return List.of(
        limitCase.consistency().toString(),
        limitCase.kind().toString(),
        limitCase.routing().toString(),
        Integer.toString(limitCase.replicationFactor()),
        text("%.0fx", measurement.offeredPerSecond() / limitCase.limit()),
        text("%.0f", measurement.offeredPerSecond()),
        Long.toString(limitCase.limit()),
        text("%.1f", measurement.acceptedPerSecond()),
        text("%.2f", measurement.acceptedPerSecond() / limitCase.limit()),
        Long.toString(measurement.firstSecond()),
        text("%.1f", result.simulated().goodput()),
        text("%.1f", result.simulated().reference()),
        text("%.1f", measurement.failedPerSecond()));
  }

  private static List<String> simulatedCells(CaseResult result) {
    LimitCase limitCase = result.limitCase();
    return List.of(
        limitCase.conditions().toString(),
        limitCase.consistency().toString(),
        limitCase.kind().toString(),
        limitCase.routing().toString(),
        Integer.toString(limitCase.replicationFactor()),
        Integer.toString(limitCase.nodes()),
        limitCase.overload() + "x",
        Long.toString(limitCase.limit()),
        text("%.1f", result.simulated().goodput()),
        text("%.2f", result.simulated().goodput() / limitCase.limit()),
        text("%.1f", result.simulated().reference()));
  }

  private static String text(String format, double figure) {
    return String.format(Locale.ROOT, format, figure);
  }

  private record Document(List<CaseJson> cases) {}

  /** Fields that a simulated case has none of are left out. */
  private record CaseJson(
      String cl,
      String routing,
      String kind,
      int overload,
      long limit,
      @Nullable Double acceptedPerS,
      @Nullable Double offeredPerS,
      @Nullable Double offeredOverload,
      @Nullable Long firstSecond,
      @Nullable Double failedPerS,
      int replicationFactor,
      int nodes,
      String conditions,
      double simulatedPerS,
      double simulatedReferencePerS) {

    static CaseJson of(CaseResult result) {
      LimitCase limitCase = result.limitCase();
      Measurement measured = result.measurement();
      return new CaseJson(
          limitCase.consistency().name(),
          limitCase.routing().toString(),
          limitCase.kind().toString(),
          limitCase.overload(),
          limitCase.limit(),
          measured == null ? null : rounded(measured.acceptedPerSecond()),
          measured == null ? null : rounded(measured.offeredPerSecond()),
          measured == null ? null : rounded(measured.offeredPerSecond() / limitCase.limit()),
          measured == null ? null : measured.firstSecond(),
          measured == null ? null : rounded(measured.failedPerSecond()),
          limitCase.replicationFactor(),
          limitCase.nodes(),
          limitCase.conditions().toString(),
          rounded(result.simulated().goodput()),
          rounded(result.simulated().reference()));
    }

    private static double rounded(double value) {
      return Math.round(value * 10) / 10.0;
    }
  }
}
