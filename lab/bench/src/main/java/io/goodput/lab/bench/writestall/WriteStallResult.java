package io.goodput.lab.bench.writestall;

import io.goodput.lab.bench.report.Chart;
import io.goodput.lab.bench.report.Chart.Line;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Spread;
import io.goodput.lab.bench.report.Table;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.bench.writestall.WriteStall.Design;
import io.goodput.lab.bench.writestall.WriteStall.Lengths;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code write-stall} found on RocksDB. */
record WriteStallResult(Lengths lengths, List<CaseRuns> cases) {

  static final List<Figure<Rounds<WriteRun>>> RUNS =
      List.of(
          Figure.<Rounds<WriteRun>>median("qps", 0, runs -> runs.spread(WriteRun::perSecond))
              .as("writes/s"),
          latency("p50_us", 1, "p50 ms", 3, 50),
          latency("p99_us", 1, "p99 ms", 3, 99),
          latency("p999_us", 0, "p99.9 ms", 1, 99.9),
          latency("p9999_us", 0, "p99.99 ms", 1, 99.99),
          Figure.<Rounds<WriteRun>>number("max_us", 0, runs -> 1e3 * highestMillis(runs))
              .as("max ms", 0, WriteStallResult::highestMillis),
          Figure.<Rounds<WriteRun>>of("stops", runs -> runs.sum(WriteRun::stops)).as("stops"),
          Figure.<Rounds<WriteRun>>of("delays", runs -> runs.sum(WriteRun::delays)).as("delays"),
          Figure.<Rounds<WriteRun>>number(
                  "reads_per_s", 0, runs -> runs.median(WriteRun::readsPerSecond))
              .as("reads/s", 0, runs -> runs.median(WriteRun::readsPerSecond)),
          Figure.<Rounds<WriteRun>>number(
                  "bytes_per_write", 0, runs -> runs.median(WriteRun::bytesPerWrite))
              .as("bytes to disk per write", 0, runs -> runs.median(WriteRun::bytesPerWrite)),
          Figure.<Rounds<WriteRun>>number(
                  "space_bytes", 0, runs -> runs.median(WriteRun::spaceBytes))
              .as("space MiB", 0, runs -> runs.median(WriteRun::spaceBytes) / (1 << 20)),
          Figure.column("slowest second to mean", 2, runs -> runs.median(WriteRun::slowestSecond)));

  private static final List<Figure<Row>> RATIO =
      List.of(
          Figure.ratio("qps", "throughput", 3, row -> row.ratio(WriteRun::perSecond)),
          Figure.<Row>number("p50", 3, row -> row.ratio(run -> run.micros(50))).as("p50"),
          Figure.<Row>number("p999", 4, row -> row.ratio(run -> run.micros(99.9))).as("p99.9"),
          Figure.<Row>number("p9999", 4, row -> row.ratio(run -> run.micros(99.99))).as("p99.99"),
          Figure.<Row>number("max", 4, row -> row.ratio(run -> run.micros(100))).as("max"));

  private static final List<Figure<Row>> ROW =
      List.of(
          Figure.<Row>of("name", row -> row.what().name()).as("case", row -> row.what().toString()),
          Figure.<Row>of("design", row -> Text.name(row.design))
              .as("design", row -> row.design.toString()),
          Figure.of("workload", row -> "overwrite"),
          Figure.of("load", row -> row.what().load()),
          Figure.of("databases", row -> row.what().databases()),
          Figure.of("threads", row -> row.what().threads()),
          Figure.of("blobs", row -> row.what().blobs()),
          Figure.of("disk", row -> Text.name(row.what().disk())),
          Figure.<Row>of("disk_mb_per_s", row -> row.what().diskMegabytes()).as("disk MiB/s"),
          Figure.group("figures", Row::runs, RUNS),
          Figure.number("slowest_second", 3, row -> row.runs().median(WriteRun::slowestSecond)),
          Figure.group("to_stock", row -> row, RATIO),
          Figure.of(
              "writes_by_second",
              row -> row.runs().list().stream().map(WriteRun::writesBySecond).toList()));

  /** A row without nested figures. */
  private static final List<Figure<Row>> CASE =
      Stream.concat(
              Stream.<Figure<Row>>of(
                  Figure.of("case", row -> row.what().name()),
                  Figure.of("load", row -> row.what().load()),
                  Figure.of("design", row -> row.design.inCases())),
              RUNS.stream().map(figure -> figure.in(Row::runs)))
          .toList();

  /** The runs of a case by design, round by round. */
  record CaseRuns(WriteCase what, EnumMap<Design, Rounds<WriteRun>> runs) {

    Rounds<WriteRun> of(Design design) {
      return Objects.requireNonNull(runs.get(design));
    }

    String ratioOfGoodput(Design base) {
      return "Goodput to %s, %s: %s."
          .formatted(base, what, Figure.line(RATIO, new Row(this, Design.GOODPUT, base)));
    }
  }

  /** A case and one of its designs, compared with another. */
  private record Row(CaseRuns all, Design design, Design base) {

    WriteCase what() {
      return all.what;
    }

    Rounds<WriteRun> runs() {
      return all.of(design);
    }

    Spread ratio(ToDoubleFunction<WriteRun> figure) {
      return runs().ratio(all.of(base), figure);
    }
  }

  Findings findings() {
    return new Findings(
        "Write stalls of RocksDB",
        headline(),
        Table.of(
            Stream.concat(ROW.stream(), RUNS.stream().map(figure -> figure.in(Row::runs))).toList(),
            rows()),
        remarks(),
        cases.stream().map(WriteStallResult::writes).toList(),
        List.of(
            Fact.of(List.of(Figure.of("lengths", WriteStallResult::lengths)), this).get(0),
            new Fact(
                "Memtables",
                "%d of %d MiB in stock and tuned, %d of %d MiB in the others"
                    .formatted(
                        Databases.STOCK_MEMTABLES,
                        Databases.STOCK_MEMTABLE_MEGABYTES,
                        Databases.PACED_MEMTABLES,
                        Databases.PACED_MEMTABLE_MEGABYTES)),
            new Fact("Speedb", Design.SPEEDB.jars().get(0).getFileName().toString()),
            new Fact("RocksDB", Databases.version()),
            new Fact(
                "Disk",
                cases.stream()
                    .map(runs -> runs.what.limiter())
                    .distinct()
                    .collect(Collectors.joining("; ")))),
        document());
  }

  /** The rows, and the designs of the main case if it was measured. */
  private Map<String, @Nullable Object> document() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    rows().stream()
        .filter(row -> row.what().equals(WriteCase.HEADLINE))
        .forEach(row -> document.put(Text.name(row.design), Figure.json(RUNS, row.runs())));
    document.put("rows", Figure.json(ROW, rows()));
    document.put("cases", Figure.json(CASE, rows()));
    document.put("lengths", lengths);
    return document;
  }

  private List<Row> rows() {
    return cases.stream()
        .flatMap(
            runs -> runs.runs.keySet().stream().map(design -> new Row(runs, design, Design.STOCK)))
        .toList();
  }

  private String headline() {
    CaseRuns first = cases.get(0);
    Rounds<WriteRun> stock = first.of(Design.STOCK);
    Rounds<WriteRun> paced = first.of(Design.GOODPUT);
    if (first.what.load() > 0) {
      return Text.of(
          "With %s, p99.9 is %.1f ms with the pacer, and %.1f ms with stock RocksDB.",
          first.what, paced.median(run -> run.millis(99.9)), stock.median(run -> run.millis(99.9)));
    }
    return Text.of(
        "Paced writes stop %d times instead of %d, the longest takes %.0f ms instead of %.0f ms,"
            + " and throughput is %.2f times that of stock RocksDB and %.2f times that of a tuned"
            + " one (%s).",
        paced.sum(WriteRun::stops),
        stock.sum(WriteRun::stops),
        highestMillis(paced),
        highestMillis(stock),
        paced.ratio(stock, WriteRun::perSecond).median(),
        paced.ratio(first.of(Design.TUNED), WriteRun::perSecond).median(),
        first.what);
  }

  private List<String> remarks() {
    return Stream.concat(
            Stream.of("Figures are medians, but max is the highest; stops and delays are sums."),
            cases.stream()
                .flatMap(
                    runs ->
                        Stream.of(
                                Design.STOCK,
                                Design.OLD_STOCK,
                                Design.TUNED,
                                Design.UNPACED,
                                Design.SPEEDB)
                            .map(runs::ratioOfGoodput)))
        .toList();
  }

  private static Chart writes(CaseRuns runs) {
    return Chart.bySecond(
        "Writes in the last round: " + runs.what,
        "writes per second",
        runs.runs.entrySet().stream()
            .map(
                design ->
                    Line.of(
                        design.getKey().toString(),
                        design.getValue().last().writesBySecond(),
                        Long::doubleValue))
            .toList(),
        List.of());
  }

  private static Figure<Rounds<WriteRun>> latency(
      String key, int decimals, String column, int shownDecimals, double percentile) {
    ToDoubleFunction<Rounds<WriteRun>> micros = runs -> runs.median(run -> run.micros(percentile));
    return Figure.number(key, decimals, micros::applyAsDouble)
        .as(column, shownDecimals, runs -> micros.applyAsDouble(runs) / 1e3);
  }

  private static double highestMillis(Rounds<WriteRun> runs) {
    return runs.spread(run -> run.millis(100)).highest();
  }
}
