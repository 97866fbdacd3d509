package io.goodput.bench.accuracy;

import io.goodput.bench.report.Json;
import io.goodput.bench.report.ReportFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What {@code limit-accuracy} found, for people and for programs. */
public final class AccuracyReport {

  private static final String MEASURED_HEADER =
      "%-6s %-6s %-15s %2s %8s %9s %6s %10s %6s %8s %9s %9s %8s%n"
          .formatted(
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
  private static final String SIMULATED_HEADER =
      "%-12s %-6s %-6s %-15s %2s %5s %8s %6s %9s %6s %9s%n"
          .formatted(
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

  /** A table in plain text; rates are operations a second from the sixth second on. */
  public String table() {
    boolean measured = results.stream().anyMatch(result -> result.measurement() != null);
    StringBuilder text = new StringBuilder(measured ? MEASURED_HEADER : SIMULATED_HEADER);
    for (CaseResult result : results) {
      text.append(
          result.measurement() == null
              ? simulatedLine(result)
              : measuredLine(result, result.measurement()));
    }
    results.stream()
        .map(AccuracyReport::failureOf)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(failure -> text.append("First failure: ").append(failure).append('\n'));
    return text.toString();
  }

  /** The document {@code {"cases": [...]}}. */
  public String json() {
    return Json.of(new Document(results.stream().map(CaseJson::of).toList()));
  }

  /** Writes {@link #json} to a file. */
  public void write(Path file) {
    ReportFile.write(file, json());
  }

  private static @Nullable String failureOf(CaseResult result) {
    return result.measurement() == null ? null : result.measurement().failure();
  }

  private static String measuredLine(CaseResult result, Measurement measurement) {
    LimitCase limitCase = result.limitCase();
    return String.format(
        Locale.ROOT,
        "%-6s %-6s %-15s %2d %7.0fx %9.0f %6d %10.1f %6.2f %8d %9.1f %9.1f %8.1f%n",
        limitCase.consistency(),
        limitCase.kind(),
        limitCase.routing(),
        limitCase.replicationFactor(),
        measurement.offeredPerSecond() / limitCase.limit(),
        measurement.offeredPerSecond(),
        limitCase.limit(),
        measurement.acceptedPerSecond(),
        measurement.acceptedPerSecond() / limitCase.limit(),
        measurement.firstSecond(),
        result.simulated().goodput(),
        result.simulated().reference(),
        measurement.failedPerSecond());
  }

  private static String simulatedLine(CaseResult result) {
    LimitCase limitCase = result.limitCase();
    return String.format(
        Locale.ROOT,
        "%-12s %-6s %-6s %-15s %2d %5d %7dx %6d %9.1f %6.2f %9.1f%n",
        limitCase.conditions(),
        limitCase.consistency(),
        limitCase.kind(),
        limitCase.routing(),
        limitCase.replicationFactor(),
        limitCase.nodes(),
        limitCase.overload(),
        limitCase.limit(),
        result.simulated().goodput(),
        result.simulated().goodput() / limitCase.limit(),
        result.simulated().reference());
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
