package io.goodput.bench.memtable;

import static io.goodput.bench.report.Json.rounded;

import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Json;
import io.goodput.bench.report.OldFindings;
import io.goodput.bench.report.Report;
import io.goodput.bench.report.Report.Fact;
import io.goodput.bench.report.Spread;
import io.goodput.bench.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code write-stall} found on Cassandra.
 *
 * @param sustained writes a second that flushes of the stock node keep up with
 * @param rounds of each design, at least one
 */
record MemtableStallResult(RoundLengths lengths, double sustained, Map<Design, List<Round>> rounds)
    implements OldFindings {

  /** Copies the map. */
  MemtableStallResult {
    rounds = new EnumMap<>(rounds);
  }

  @Override
  public Table table() {
    return new Table(
        List.of(
            "design",
            "in time/s",
            "late/s",
            "timed out/s",
            "not sent/s",
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "max ms",
            "stalled s",
            "slowest second",
            "reads in time/s",
            "reads p99 ms"),
        Arrays.stream(Design.values()).map(this::row).toList());
  }

  private List<String> row(Design design) {
    return List.of(
        design.toString(),
        spread(design, round -> round.allWrites().perSecond(Outcome.GOOD)).whole(),
        "%.0f".formatted(median(design, round -> round.allWrites().perSecond(Outcome.LATE))),
        "%.0f".formatted(median(design, round -> round.allWrites().perSecond(Outcome.TIMED_OUT))),
        "%.0f".formatted(median(design, round -> round.allWrites().perSecond(Outcome.DROPPED))),
        text("%.1f", median(design, round -> round.allWrites().p50Millis())),
        text("%.0f", median(design, round -> round.allWrites().p99Millis())),
        text("%.0f", median(design, round -> round.allWrites().p999Millis())),
        text("%.0f", highest(design, round -> round.allWrites().maxMillis())),
        "%d of %d".formatted(stalled(design), seconds(design)),
        text("%.2f", median(design, Round::slowestSecond)),
        spread(design, round -> round.allReads().perSecond(Outcome.GOOD)).whole(),
        text("%.0f", median(design, round -> round.allReads().p99Millis())));
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "Flushes sustain %.0f writes a second, and %.1f times as many were offered."
            .formatted(sustained, MemtableStall.OFFERED),
        "Paced to stock: writes in time %s, p99.9 %s, max %s."
            .formatted(
                ratio(round -> round.allWrites().perSecond(Outcome.GOOD)).ratio(),
                ratio(round -> round.allWrites().p999Millis()).ratio(),
                ratio(round -> round.allWrites().maxMillis()).ratio()));
  }

  @Override
  public String json() {
    Map<String, DesignJson> designs = new LinkedHashMap<>();
    for (Design design : Design.values()) {
      designs.put(design.toString(), designJson(design));
    }
    return Json.of(
        new Document(
            designs.get("stock"),
            designs.get("unpaced"),
            designs.get("paced"),
            new RatiosJson(
                ratio(round -> round.allWrites().perSecond(Outcome.GOOD)).rounded(3),
                ratio(round -> round.allWrites().p999Millis()).rounded(4),
                ratio(round -> round.allWrites().maxMillis()).rounded(4)),
            rounded(sustained, 0),
            lengths));
  }

  private DesignJson designJson(Design design) {
    return new DesignJson(
        rounded(median(design, round -> round.allWrites().perSecond(Outcome.GOOD)), 1),
        rounded(median(design, round -> round.allWrites().servedPerSecond()), 1),
        rounded(median(design, round -> round.allWrites().p50Millis()) * 1000, 0),
        rounded(median(design, round -> round.allWrites().p99Millis()) * 1000, 0),
        rounded(median(design, round -> round.allWrites().p999Millis()) * 1000, 0),
        rounded(highest(design, round -> round.allWrites().maxMillis()) * 1000, 0),
        stalled(design),
        rounded(median(design, Round::slowestSecond), 3),
        rounded(median(design, round -> round.allReads().perSecond(Outcome.GOOD)), 1),
        of(design).stream().map(round -> bySecond(round.writes(), Outcome.GOOD)).toList(),
        of(design).stream().map(round -> bySecond(round.writes(), Outcome.LATE)).toList(),
        of(design).stream().map(round -> bySecond(round.writes(), Outcome.TIMED_OUT)).toList(),
        of(design).stream().map(round -> bySecond(round.reads(), Outcome.GOOD)).toList());
  }

  private static List<Long> bySecond(Recording recording, Outcome outcome) {
    return recording.seconds().stream().map(second -> second.count(outcome)).toList();
  }

  @Override
  public Report report(List<Fact> more) {
    List<Fact> setting = new ArrayList<>(more);
    setting.addAll(setting());
    Chart.Axis time = Chart.Axis.of("seconds of the last round");
    return new Report(
        "Write stalls of Cassandra",
        "A node is offered more writes than it can flush: as Apache ships it, with Goodput as it"
            + " comes, and with Goodput pacing writes. When its memtables are full, Cassandra makes"
            + " all writes wait until a flush has ended.",
        setting,
        table(),
        List.of(
            new Chart(
                "Writes",
                "Level is better: where a line falls to zero, nothing was answered while its client"
                    + " still waited.",
                time,
                Chart.Axis.of("answers a second, in time"),
                lines(Round::writes, second -> second.perSecond(Outcome.GOOD))),
            new Chart(
                "The slowest write in a hundred",
                "Lower is better; equal distances on the axis are equal factors. Latency of"
                    + " successful answers, late ones included, counts from the moment at which a"
                    + " write was to be sent. A gap is a second without any.",
                time,
                new Chart.Axis("milliseconds", true),
                lines(Round::writes, Summary::p99Millis)),
            new Chart(
                "Reads of another table",
                "Level is better: they need no memory, but request threads, and those wait with the"
                    + " writes.",
                time,
                Chart.Axis.of("answers a second, in time"),
                lines(Round::reads, second -> second.perSecond(Outcome.GOOD)))));
  }

  private List<Fact> setting() {
    return List.of(
        new Fact(
            "Nodes",
            "one of each design, loaded in turn; %d MiB for memtables, one flush writer;"
                    .formatted(FullNode.MEMTABLE_MEBIBYTES)
                + " paced with memtable_cleanup_threshold: %.2f"
                    .formatted(MemtableStall.CLEANUP_THRESHOLD)),
        new Fact(
            "Flushes",
            "slow since they compress with Zstd at level %d; no compactions"
                .formatted(FullNode.ZSTD_LEVEL)),
        new Fact(
            "Load",
            "open loop, %.0f writes a second of %d bytes, %.1f times what flushes of the stock node"
                    .formatted(
                        MemtableStall.OFFERED * sustained,
                        FullNode.VALUE_BYTES,
                        MemtableStall.OFFERED)
                + " sustain, and %d reads".formatted(FullNode.READS)),
        new Fact(
            "Deadline",
            "%d ms, of the client and of the server's writes"
                .formatted(MemtableStall.DEADLINE.toMillis())),
        new Fact("Rounds", "%d of %d s".formatted(lengths.rounds(), lengths.seconds())),
        new Fact(
            "Table",
            "medians of the rounds; the highest maximum; stalled are seconds of whose writes less"
                + " than a tenth were answered in time; slowest second as a part of the mean"));
  }

  /** A round, for a line of progress. */
  static String line(Design design, Round round) {
    Summary writes = round.allWrites();
    return text(
        "  %-8s %.0f/s in time, late %.0f, timed out %.0f, not sent %.0f, failed %.0f; p99 %.0f ms,"
            + " max %.0f ms, %d s stalled, slowest second %.2f; reads %.0f/s",
        design,
        writes.perSecond(Outcome.GOOD),
        writes.perSecond(Outcome.LATE),
        writes.perSecond(Outcome.TIMED_OUT),
        writes.perSecond(Outcome.DROPPED),
        writes.perSecond(Outcome.FAILED) + writes.perSecond(Outcome.OVERLOADED),
        writes.p99Millis(),
        writes.maxMillis(),
        round.stalledSeconds(),
        round.slowestSecond(),
        round.allReads().perSecond(Outcome.GOOD));
  }

  private List<Chart.Line> lines(
      Function<Round, Recording> recording, ToDoubleFunction<Summary> figure) {
    return Arrays.stream(Design.values())
        .map(
            design -> {
              List<Summary> seconds =
                  recording.apply(of(design).get(of(design).size() - 1)).seconds();
              return new Chart.Line(
                  design.toString(),
                  IntStream.range(0, seconds.size())
                      .mapToObj(
                          second ->
                              new Chart.Point(second, figure.applyAsDouble(seconds.get(second))))
                      .toList());
            })
        .toList();
  }

  private List<Round> of(Design design) {
    return Objects.requireNonNull(rounds.get(design));
  }

  private Spread spread(Design design, ToDoubleFunction<Round> figure) {
    return Spread.of(of(design).stream().map(figure::applyAsDouble).toList());
  }

  private double median(Design design, ToDoubleFunction<Round> figure) {
    return spread(design, figure).median();
  }

  private double highest(Design design, ToDoubleFunction<Round> figure) {
    return spread(design, figure).highest();
  }

  /** Paced to stock, round by round. */
  private Spread ratio(ToDoubleFunction<Round> figure) {
    return Spread.of(
        IntStream.range(0, lengths.rounds())
            .mapToObj(
                round ->
                    figure.applyAsDouble(of(Design.PACED).get(round))
                        / figure.applyAsDouble(of(Design.STOCK).get(round)))
            .toList());
  }

  private long stalled(Design design) {
    return of(design).stream().mapToLong(Round::stalledSeconds).sum();
  }

  private long seconds(Design design) {
    return of(design).stream().mapToLong(round -> round.writes().length()).sum();
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  private record Document(
      @Nullable DesignJson stock,
      @Nullable DesignJson unpaced,
      @Nullable DesignJson paced,
      RatiosJson pacedToStock,
      @Nullable Double sustained,
      RoundLengths lengths) {}

  private record RatiosJson(Spread goodput, Spread p999, Spread max) {}

  private record DesignJson(
      @Nullable Double goodput,
      @Nullable Double served,
      @Nullable Double p50Us,
      @Nullable Double p99Us,
      @Nullable Double p999Us,
      @Nullable Double maxUs,
      long stalledSeconds,
      @Nullable Double slowestSecond,
      @Nullable Double readsInTime,
      List<List<Long>> inTimeBySecond,
      List<List<Long>> lateBySecond,
      List<List<Long>> timedOutBySecond,
      List<List<Long>> readsBySecond) {}
}
