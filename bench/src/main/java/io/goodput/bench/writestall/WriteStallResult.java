package io.goodput.bench.writestall;

import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Chart.Axis;
import io.goodput.bench.report.Chart.Line;
import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Findings.Fact;
import io.goodput.bench.report.Rounds;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import io.goodput.bench.report.Text;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What {@code write-stall} found on RocksDB. */
record WriteStallResult(WriteLengths lengths, List<CaseRuns> cases) {

  private static final double NANOS_PER_MILLI = 1e6;

  private static final List<Figure<Rounds<WriteRun>>> RUNS =
      List.of(
          Figure.median("qps", 0, runs -> runs.spread(WriteRun::perSecond)),
          Figure.median("p50_us", 1, runs -> runs.spread(run -> run.micros(50))),
          Figure.median("p999_us", 0, runs -> runs.spread(run -> run.micros(99.9))),
          Figure.median("p9999_us", 0, runs -> runs.spread(run -> run.micros(99.99))),
          Figure.number("max_us", 0, runs -> runs.highest(run -> run.micros(100))),
          Figure.of("stops", runs -> runs.sum(WriteRun::stops)),
          Figure.of("delays", runs -> runs.sum(WriteRun::delays)));

  private static final List<Figure<Row>> TO_STOCK =
      List.of(
          Figure.spread("qps", 3, row -> row.toStock(WriteRun::perSecond)),
          Figure.spread("p9999", 4, row -> row.toStock(run -> run.micros(99.99))),
          Figure.spread("max", 4, row -> row.toStock(run -> run.micros(100))));

  private static final List<Figure<Row>> ROW =
      List.of(
          Figure.<Row>of("name", row -> row.what().name()).as("case", row -> row.what().toString()),
          Figure.of("workload", row -> WriteCase.lower(row.what().pattern())),
          Figure.of("databases", row -> row.what().databases()),
          Figure.of("threads", row -> row.what().threads()),
          Figure.of("blobs", row -> row.what().blobs()),
          Figure.of("disk", row -> WriteCase.lower(row.what().disk())),
          Figure.of("disk_mb_per_s", row -> row.what().diskMegabytes()),
          Figure.<Row>of("design", row -> WriteCase.lower(row.design))
              .as("design", row -> row.design.toString()),
          Figure.group("figures", Row::runs, RUNS),
          Figure.column("writes/s", row -> row.runs().spread(WriteRun::perSecond).whole()),
          Figure.column("p50 ms", row -> row.millis(50, 3)),
          Figure.column("p99.9 ms", row -> row.millis(99.9, 1)),
          Figure.column("p99.99 ms", row -> row.millis(99.99, 1)),
          Figure.column(
              "max ms", row -> Text.number(row.runs().highest(run -> run.millis(100)), 0)),
          Figure.column("stops", row -> Long.toString(row.runs().sum(WriteRun::stops))),
          Figure.column("delays", row -> Long.toString(row.runs().sum(WriteRun::delays))),
          Figure.<Row>number("slowest_second", 3, Row::slowestSecond)
              .as("slowest second", row -> Text.number(row.slowestSecond(), 2)),
          Figure.group("to_stock", row -> row, TO_STOCK),
          Figure.of(
              "writes_by_second",
              row -> row.runs().list().stream().map(WriteRun::writesBySecond).toList()));

  private static final List<Figure<WriteStallResult>> DOCUMENT =
      List.of(
          Figure.group("stock", result -> result.main(Design.STOCK), RUNS),
          Figure.group("seed_rule", result -> result.main(Design.SEED_RULE), RUNS),
          Figure.group("paced", result -> result.main(Design.PACED), RUNS),
          Figure.of("rows", result -> Figure.json(ROW, result.rows())),
          Figure.of("lengths", WriteStallResult::lengths));

  /** The runs of a case by design, round by round. */
  record CaseRuns(WriteCase what, EnumMap<Design, List<WriteRun>> runs) {

    Rounds<WriteRun> of(Design design) {
      return new Rounds<>(Objects.requireNonNull(runs.get(design)));
    }

    Spread ratio(Design design, Design base, ToDoubleFunction<WriteRun> figure) {
      return of(design).ratio(of(base), figure);
    }
  }

  /** A case and one of its designs. */
  private record Row(CaseRuns all, Design design) {

    WriteCase what() {
      return all.what;
    }

    Rounds<WriteRun> runs() {
      return all.of(design);
    }

    String millis(double percentile, int decimals) {
      return Text.number(runs().median(run -> run.millis(percentile)), decimals);
    }

    Spread toStock(ToDoubleFunction<WriteRun> figure) {
      return all.ratio(design, Design.STOCK, figure);
    }

    double slowestSecond() {
      return runs().median(WriteRun::slowestSecond);
    }
  }

  Findings findings() {
    return new Findings(
        "Write stalls of RocksDB",
        headline(),
        Table.of(ROW, rows()),
        remarks(),
        cases.stream().flatMap(this::charts).toList(),
        setting(),
        Figure.json(DOCUMENT, this));
  }

  private List<Row> rows() {
    return cases.stream()
        .flatMap(runs -> runs.runs.keySet().stream().map(design -> new Row(runs, design)))
        .toList();
  }

  /** A design of the main case; null if it was not measured. */
  private @Nullable Rounds<WriteRun> main(Design design) {
    return cases.stream()
        .filter(runs -> runs.what.equals(WriteCase.HEADLINE) && runs.runs.containsKey(design))
        .map(runs -> runs.of(design))
        .findFirst()
        .orElse(null);
  }

  private String headline() {
    CaseRuns first = cases.get(0);
    Rounds<WriteRun> stock = first.of(Design.STOCK);
    Rounds<WriteRun> paced = first.of(Design.PACED);
    return Text.of(
        "Paced writes stop %d times instead of %d, the longest takes %.0f ms instead of %.0f ms, and"
            + " throughput is %.2f times that of stock RocksDB (%s).",
        paced.sum(WriteRun::stops),
        stock.sum(WriteRun::stops),
        paced.highest(run -> run.millis(100)),
        stock.highest(run -> run.millis(100)),
        paced.ratio(stock, WriteRun::perSecond).median(),
        first.what);
  }

  private List<String> remarks() {
    return Stream.concat(
            Stream.of(
                "Figures are medians of the rounds, but max is the highest; stops and delays are"
                    + " sums. The slowest second is a share of the mean."),
            cases.stream()
                .flatMap(
                    runs ->
                        Stream.of(Design.STOCK, Design.TUNED)
                            .filter(runs.runs::containsKey)
                            .map(base -> ratios(runs, base))))
        .toList();
  }

  private static String ratios(CaseRuns runs, Design base) {
    return "Paced to %s, %s: throughput %s, p99.99 %s, max %s."
        .formatted(
            base,
            runs.what,
            runs.ratio(Design.PACED, base, WriteRun::perSecond).text(2),
            runs.ratio(Design.PACED, base, run -> run.micros(99.99)).text(3),
            runs.ratio(Design.PACED, base, run -> run.micros(100)).text(3));
  }

  private Stream<Chart> charts(CaseRuns runs) {
    Axis time = Axis.of("seconds of the last round");
    return Stream.of(
        new Chart(
            "Writes: " + runs.what,
            "A level line is better. Where a line falls to zero, all writes wait.",
            time,
            Axis.of("writes per second"),
            lines(runs, bySecond(Histogram::getTotalCount))),
        new Chart(
            "p99.9 latency: " + runs.what,
            "Lower is better. A gap is a second in which no write ended.",
            time,
            Axis.logarithmic("milliseconds"),
            lines(
                runs,
                bySecond(
                    second ->
                        second.getTotalCount() == 0
                            ? Double.NaN
                            : second.getValueAtPercentile(99.9) / NANOS_PER_MILLI))),
        Chart.byNines(
            "Latency by percentile: " + runs.what,
            "milliseconds",
            lines(runs, (design, run) -> Line.byNines(design, run::millis))));
  }

  private static BiFunction<String, WriteRun, Line> bySecond(ToDoubleFunction<Histogram> figure) {
    return (design, run) -> Line.bySecond(design, run.latencies().seconds(), figure);
  }

  private static List<Line> lines(CaseRuns runs, BiFunction<String, WriteRun, Line> line) {
    return runs.runs.keySet().stream()
        .map(design -> line.apply(design.toString(), runs.of(design).last()))
        .toList();
  }

  private List<Fact> setting() {
    return List.of(
        new Fact(
            "Writes",
            "keys of %d bytes, values of %d bytes that compress to half, no log, one at a time per thread"
                .formatted(Writers.KEY_BYTES, Writers.VALUE_BYTES)),
        new Fact(
            "Designs",
            "stock: RocksDB's own delays and stops; tuned: stock with a flush thread per database, as"
                + " in the others; flush-rate rule: RocksDB's delayed_write_rate is the lowest rate of"
                + " recent flushes; paced: Goodput"),
        new Fact(
            "Memtables", "per database, 2 of 16 MiB in stock and tuned, 4 of 8 MiB in the others"),
        new Fact(
            "Disk",
            Text.of(
                "RocksDB's rate limiter for flushes and compactions, refilled every 100 ms (coarse)"
                    + " or 10 ms (smooth): %d MiB/s; slow disk %d MiB/s and a %.0fth of it in the"
                    + " middle third; inline values %d MiB/s",
                WriteCase.MEGABYTES,
                WriteCase.FAST_MEGABYTES,
                WriteStall.SLOWER,
                WriteCase.INLINE_MEGABYTES)),
        new Fact(
            "Rounds",
            "%d of all designs in turn; %d keys written first; loads of %d s (inline values %d s)"
                .formatted(
                    lengths.rounds(), lengths.keys(), lengths.seconds(), lengths.inlineSeconds())));
  }
}
