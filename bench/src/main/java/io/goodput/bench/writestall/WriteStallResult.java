package io.goodput.bench.writestall;

import static io.goodput.bench.report.Json.rounded;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.OldFindings;
import io.goodput.bench.report.Report;
import io.goodput.bench.report.Report.Fact;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code write-stall} found. */
record WriteStallResult(Lengths lengths, List<CaseResult> cases) implements OldFindings {

  private static final double P50 = 50;
  private static final double P999 = 99.9;
  private static final double P9999 = 99.99;
  private static final double MICROS_PER_MILLI = 1e3;

  /** Copies the list. */
  WriteStallResult {
    cases = List.copyOf(cases);
  }

  @Override
  public Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (CaseResult result : cases) {
      for (Design design : result.designs()) {
        rows.add(
            List.of(
                result.what().toString(),
                design.toString(),
                result.spread(design, Run::perSecond).whole(),
                text("%.3f", millis(result, design, P50)),
                text("%.1f", millis(result, design, P999)),
                text("%.1f", millis(result, design, P9999)),
                text("%.0f", result.most(design, Run::maxMicros) / MICROS_PER_MILLI),
                "%d / %d"
                    .formatted(result.sum(design, Run::stops), result.sum(design, Run::delays)),
                text("%.2f", result.spread(design, Run::slowestSecond).median())));
      }
    }
    return new Table(
        List.of(
            "case",
            "design",
            "writes/s",
            "p50 ms",
            "p99.9 ms",
            "p99.99 ms",
            "max ms",
            "stops / delays",
            "slowest second"),
        rows);
  }

  @Override
  public List<String> remarks() {
    return cases.stream()
        .flatMap(
            result ->
                Stream.of(Design.STOCK, Design.TUNED)
                    .filter(result.designs()::contains)
                    .map(baseline -> ratios(result, baseline)))
        .toList();
  }

  private static String ratios(CaseResult result, Design baseline) {
    return "%s, paced to %s: throughput %s, p99.99 %s, max %s."
        .formatted(
            result.what(),
            baseline,
            result.ratio(Design.PACED, baseline, Run::perSecond).ratio(),
            thousandths(result.ratio(Design.PACED, baseline, run -> run.micros(P9999))),
            thousandths(result.ratio(Design.PACED, baseline, Run::maxMicros)));
  }

  @Override
  public String json() {
    List<RowJson> rows =
        cases.stream()
            .flatMap(result -> result.designs().stream().map(design -> row(result, design)))
            .toList();
    return Json.of(
        new Document(
            headline(rows, Design.STOCK),
            headline(rows, Design.SEED_RULE),
            headline(rows, Design.PACED),
            rows,
            lengths));
  }

  /** Null if the case was not among those measured. */
  private static @Nullable FiguresJson headline(List<RowJson> rows, Design design) {
    return rows.stream()
        .filter(row -> row.name().equals(WriteCase.HEADLINE.toString()))
        .filter(row -> row.design().equals(design.toString()))
        .map(RowJson::figures)
        .findFirst()
        .orElse(null);
  }

  private static RowJson row(CaseResult result, Design design) {
    WriteCase what = result.what();
    return new RowJson(
        what.toString(),
        what.pattern().name().toLowerCase(Locale.ROOT),
        what.databases(),
        what.threads(),
        what.valuesApart(),
        what.disk().name().toLowerCase(Locale.ROOT),
        what.diskMegabytes(),
        design.toString(),
        new FiguresJson(
            rounded(result.spread(design, Run::perSecond).median(), 0),
            rounded(result.spread(design, run -> run.micros(P50)).median(), 1),
            rounded(result.spread(design, run -> run.micros(P999)).median(), 0),
            rounded(result.spread(design, run -> run.micros(P9999)).median(), 0),
            rounded(result.most(design, Run::maxMicros), 0),
            result.sum(design, Run::stops),
            result.sum(design, Run::delays)),
        rounded(result.spread(design, Run::slowestSecond).median(), 3),
        new RatiosJson(
            result.ratio(design, Design.STOCK, Run::perSecond).rounded(3),
            result.ratio(design, Design.STOCK, run -> run.micros(P9999)).rounded(4),
            result.ratio(design, Design.STOCK, Run::maxMicros).rounded(4)),
        result.of(design).stream().map(WriteStallResult::countsBySecond).toList());
  }

  private static List<Long> countsBySecond(Run run) {
    return IntStream.range(0, run.latencies().length()).mapToObj(run.latencies()::count).toList();
  }

  @Override
  public Report report(List<Fact> more) {
    List<Fact> setting = new ArrayList<>(more);
    setting.addAll(setting());
    List<Chart> charts = new ArrayList<>();
    Chart.Axis time = Chart.Axis.of("seconds of the last round");
    for (CaseResult result : cases) {
      charts.add(
          new Chart(
              "%s: writes".formatted(result.what()),
              "Level is better: where a line falls to zero, nobody could write.",
              time,
              Chart.Axis.of("writes a second"),
              lines(result, run -> run.latencies()::count)));
      charts.add(
          new Chart(
              "%s: the slowest write in a thousand".formatted(result.what()),
              "Lower is better; equal distances on the axis are equal factors. A gap is a second in"
                  + " which no write ended.",
              time,
              new Chart.Axis("milliseconds", true),
              lines(
                  result,
                  run ->
                      second ->
                          run.latencies().count(second) == 0
                              ? Double.NaN
                              : run.latencies().micros(second, P999) / MICROS_PER_MILLI)));
      charts.add(
          new Chart(
              "%s: latency by percentile".formatted(result.what()),
              "Lower is better. The axis at the bottom counts the nines: 1 is nine writes of ten, 4"
                  + " is all but one of ten thousand.",
              Chart.Axis.of("nines"),
              new Chart.Axis("milliseconds", true),
              result.designs().stream()
                  .map(design -> byNines(design, last(result, design)))
                  .toList()));
    }
    return new Report(
        "Write stalls",
        "RocksDB databases are written to faster than their disk takes it: as RocksDB comes, with more"
            + " threads (tuned), with the least of recent flush bandwidths as its delayed write rate, and paced by Goodput.",
        setting,
        table(),
        charts);
  }

  /** A run, for a line of progress. */
  static String line(Design design, Run run) {
    return text(
        "  %-9s %7.0f writes/s, p99.99 %.1f ms, max %.0f ms, %d stops, %d delays",
        design,
        run.perSecond(),
        run.micros(P9999) / MICROS_PER_MILLI,
        run.maxMicros() / MICROS_PER_MILLI,
        run.stops(),
        run.delays());
  }

  private List<Fact> setting() {
    return List.of(
        new Fact(
            "Writes",
            "keys of %d bytes, values of %d that compress to half, no log, each thread one at a time"
                .formatted(Writers.KEY_BYTES, Writers.VALUE_BYTES)),
        new Fact(
            "Memtables",
            "stock and tuned 2 of 16 MiB a database; the others 4 of 8 MiB to be filled"),
        new Fact(
            "Threads",
            "one for compactions; one for flushes, which is RocksDB's default, if stock; the others a"
                + " flush thread for each database"),
        new Fact(
            "Disk",
            "RocksDB's rate limiter on the writes of flushes and compactions, 48 MiB/s if the case is"
                + " one of %s, refilled every 100 ms (coarse) or 10 ms (smooth)"
                    .formatted("16, 4 or 1 databases with blobs")),
        new Fact(
            "Rounds",
            "%d of each design in turn, %d keys written before, %d s measured (%d s without blobs)"
                .formatted(
                    lengths.rounds(), lengths.keys(), lengths.seconds(), lengths.inlineSeconds())),
        new Fact(
            "Table",
            "medians of the rounds; the highest maximum; sums of stops and delays; slowest second as a"
                + " part of the mean"));
  }

  private static List<Chart.Line> lines(CaseResult result, Series series) {
    return result.designs().stream()
        .map(
            design -> {
              Run run = last(result, design);
              IntToDoubleFunction figure = series.of(run);
              return new Chart.Line(
                  design.toString(),
                  IntStream.range(0, run.latencies().length())
                      .mapToObj(second -> new Chart.Point(second, figure.applyAsDouble(second)))
                      .toList());
            })
        .toList();
  }

  private static Chart.Line byNines(Design design, Run run) {
    return new Chart.Line(
        design.toString(),
        IntStream.rangeClosed(0, 20)
            .mapToObj(
                quarter -> {
                  double nines = quarter / 4.0;
                  double percentile = 100 * (1 - Math.pow(10, -nines));
                  return new Chart.Point(nines, run.micros(percentile) / MICROS_PER_MILLI);
                })
            .toList());
  }

  private static Run last(CaseResult result, Design design) {
    List<Run> runs = result.of(design);
    return runs.get(runs.size() - 1);
  }

  private static double millis(CaseResult result, Design design, double percentile) {
    return result.spread(design, run -> run.micros(percentile)).median() / MICROS_PER_MILLI;
  }

  private static String thousandths(Spread spread) {
    return text("%.3f (%.3f to %.3f)", spread.median(), spread.lowest(), spread.highest());
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /** A figure of a run by its seconds. */
  private interface Series {
    IntToDoubleFunction of(Run run);
  }

  private record Document(
      @Nullable FiguresJson stock,
      @Nullable FiguresJson seedRule,
      @Nullable FiguresJson paced,
      List<RowJson> rows,
      Lengths lengths) {}

  private record FiguresJson(
      @Nullable Double qps,
      @JsonProperty("p50_us") @Nullable Double p50,
      @JsonProperty("p999_us") @Nullable Double p999,
      @JsonProperty("p9999_us") @Nullable Double p9999,
      @JsonProperty("max_us") @Nullable Double max,
      long stops,
      long delays) {}

  private record RatiosJson(Spread qps, @JsonProperty("p9999") Spread p9999, Spread max) {}

  private record RowJson(
      String name,
      String workload,
      int databases,
      int threads,
      boolean blobs,
      String disk,
      int diskMbPerS,
      String design,
      FiguresJson figures,
      @Nullable Double slowestSecond,
      RatiosJson toStock,
      List<List<Long>> writesBySecond) {}
}
