package io.goodput.bench.coldcache;

import static io.goodput.bench.report.Json.rounded;

import io.goodput.bench.coldcache.node.EmulatedDisk;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Summary;
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
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code cold-cache} found. */
record ColdCacheResult(
    Lengths lengths, boolean dynamicSnitch, List<Restart> stock, List<Restart> weighted)
    implements OldFindings {

  ColdCacheResult {
    stock = List.copyOf(stock);
    weighted = List.copyOf(weighted);
  }

  /** Of RF 3. */
  private static final int QUORUM = 2;

  private static final List<Graph> GRAPHS =
      List.of(
          new Graph(
              "Hit rate",
              "Of the chunk cache: 0 after the restart, until it is warm again.",
              "hits of each look-up",
              NodeCounts::hitRate),
          new Graph(
              "Cache misses",
              "Weighting means to keep the lines together.",
              "misses a second",
              NodeCounts::misses),
          new Graph(
              "Coordinator local reads",
              "Reads that a node coordinates and serves itself.",
              "reads a second",
              NodeCounts::localReads),
          new Graph(
              "Coordinator remote reads",
              "Reads that a node coordinates and passes on.",
              "reads a second",
              counts -> counts.remoteReads(QUORUM)),
          new Graph(
              "Replica reads",
              "Reads that a node serves for other coordinators.",
              "reads a second",
              NodeCounts::readsForOthers));

  @Override
  public Table table() {
    return new Table(
        List.of("", "stock", "weighted"),
        List.of(
            row("hit rate before", Spread::ratio, Restart::steadyHitRate),
            row("mean ms before", Spread::tenths, restart -> restart.steady().meanMillis()),
            row("mean of the warm-up over that", Spread::ratio, Restart::meanOverSteady),
            row("p99 ms before", Spread::whole, restart -> restart.steady().p99Millis()),
            row("p99 of the warm-up over that", Spread::ratio, Restart::p99OverSteady),
            row(
                "misses/s of the restarted node over its peers'",
                Spread::ratio,
                Restart::missesRatio),
            row("the same in the worst five seconds", Spread::ratio, Restart::worstMissesRatio),
            row("misses/s of its peers over those before", Spread::ratio, Restart::peersMisses),
            row("the same in the worst five seconds", Spread::ratio, Restart::worstPeersMisses),
            row("seconds to 95 % of the hit rate before", Spread::whole, Restart::secondsToWarm),
            row("the same since it was stopped", Spread::whole, Restart::secondsFromStopToWarm),
            row(
                "share of reads in the end, of a fair one",
                Spread::ratio,
                ColdCacheResult::share)));
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    remarks.add(lost("stock", stock));
    remarks.add(lost("weighted", weighted));
    Stream.concat(stock.stream(), weighted.stream())
        .map(restart -> restart.latency().failure())
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(failure -> remarks.add("First failure: " + failure));
    return remarks;
  }

  private static String lost(String name, List<Restart> rounds) {
    return "%s: of %s %% of the reads of the warm-up there was no answer within %d ms."
        .formatted(
            name,
            spread(rounds, restart -> 100 * lostPart(restart.warming())).ratio(),
            ColdCache.DEADLINE.toMillis());
  }

  private static double lostPart(Summary summary) {
    return 1 - summary.perSecond(Outcome.GOOD) / summary.offeredPerSecond();
  }

  @Override
  public String json() {
    return Json.of(
        new Document(
            json(stock),
            json(weighted),
            new Setting(
                ColdCache.NODES,
                dynamicSnitch,
                ColdCache.READS_PER_SECOND,
                Rows.PARTITIONS,
                Rows.SKEW,
                EmulatedDisk.CHANNELS,
                EmulatedDisk.READ_MILLIS,
                ColdCache.DEADLINE.toMillis(),
                lengths)));
  }

  @Override
  public Report report(List<Fact> more) {
    List<Fact> setting = new ArrayList<>(more);
    setting.addAll(setting());
    return new Report(
        "Cold cache",
        "One of three nodes is restarted under a steady load of reads: its cache is"
            + " empty then. Once in a cluster as Apache ships it, once with reads weighted by heat.",
        setting,
        table(),
        charts());
  }

  /** A restart, for a line of progress. */
  static String line(Restart restart) {
    return String.format(
        Locale.ROOT,
        "  hit rate %.2f, then warm after %.0f s; misses over peers' %.2f; mean %.1f to %.1f ms,"
            + " p99 %.0f to %.0f ms; up after %d s",
        restart.steadyHitRate(),
        restart.secondsToWarm(),
        restart.missesRatio(),
        restart.steady().meanMillis(),
        restart.warming().meanMillis(),
        restart.steady().p99Millis(),
        restart.warming().p99Millis(),
        restart.up() - restart.down());
  }

  private List<Fact> setting() {
    return List.of(
        new Fact(
            "Nodes",
            "%d, RF 3, reads at LOCAL_QUORUM through all nodes in turn; stock ones with"
                    .formatted(ColdCache.NODES)
                + " speculative retry and %s"
                    .formatted(
                        dynamicSnitch ? "the dynamic snitch, as by default" : "no dynamic snitch")),
        new Fact(
            "Load",
            "open loop, %.0f reads a second of %d partitions, Zipf %.2f"
                .formatted(ColdCache.READS_PER_SECOND, Rows.PARTITIONS, Rows.SKEW)),
        new Fact(
            "Cache",
            "%d MiB of chunks of %d KiB, a partition each"
                .formatted(ColdCache.CACHE_MIB, Rows.CHUNK_KIB)),
        new Fact(
            "A miss",
            "takes %d ms on average, exponentially distributed, on one of %d channels of a disk"
                    .formatted(EmulatedDisk.READ_MILLIS, EmulatedDisk.CHANNELS)
                + " of the node's own, which is emulated"),
        new Fact(
            "Warm-up",
            "the %d s from the moment on at which the restarted node serves reads again"
                .formatted(lengths.window())),
        new Fact(
            "Rounds",
            "%d; figures are medians (lowest to highest), graphs are of the last one"
                .formatted(lengths.rounds())));
  }

  private List<Chart> charts() {
    Restart stock = last(this.stock);
    Restart weighted = last(this.weighted);
    List<Chart> charts = new ArrayList<>();
    charts.add(
        new Chart(
            "Latency",
            "Lower is better; equal distances on the axis are equal factors.",
            time(),
            new Chart.Axis("milliseconds", true),
            List.of(
                latency("stock, mean", stock, Summary::meanMillis),
                latency("stock, 99 of 100", stock, Summary::p99Millis),
                latency("weighted, mean", weighted, Summary::meanMillis),
                latency("weighted, 99 of 100", weighted, Summary::p99Millis)),
            marks(stock)));
    for (Graph graph : GRAPHS) {
      charts.add(chart(graph, "stock", stock));
      charts.add(chart(graph, "weighted", weighted));
    }
    return charts;
  }

  private static Chart chart(Graph graph, String name, Restart restart) {
    return new Chart(
        "%s, %s".formatted(graph.title(), name),
        graph.howToRead(),
        time(),
        Chart.Axis.of(graph.unit()),
        IntStream.range(0, restart.nodes().size())
            .mapToObj(node -> line(nameOf(node), restart.nodes().get(node), graph.figure()))
            .toList(),
        marks(restart));
  }

  private static String nameOf(int node) {
    return "node %d%s".formatted(node + 1, node == ColdCache.NODES - 1 ? ", restarted" : "");
  }

  private static Chart.Axis time() {
    return Chart.Axis.of("seconds");
  }

  private static List<Chart.Mark> marks(Restart restart) {
    return List.of(new Chart.Mark(restart.down(), "down"), new Chart.Mark(restart.up(), "up"));
  }

  private static Chart.Line line(
      String name, NodeHistory node, ToDoubleFunction<NodeCounts> figure) {
    return new Chart.Line(
        name,
        IntStream.range(0, node.seconds().size())
            .mapToObj(
                second -> new Chart.Point(second, figure.applyAsDouble(node.seconds().get(second))))
            .toList());
  }

  private static Chart.Line latency(
      String name, Restart restart, ToDoubleFunction<Summary> figure) {
    List<Summary> seconds = restart.latency().seconds();
    return new Chart.Line(
        name,
        IntStream.range(0, seconds.size())
            .mapToObj(second -> new Chart.Point(second, figure.applyAsDouble(seconds.get(second))))
            .toList());
  }

  private List<String> row(
      String name, Function<Spread, String> format, ToDoubleFunction<Restart> figure) {
    return List.of(name, text(stock, format, figure), text(weighted, format, figure));
  }

  /** A dash if a round has no such figure. */
  private static String text(
      List<Restart> rounds, Function<Spread, String> format, ToDoubleFunction<Restart> figure) {
    return rounds.stream().mapToDouble(figure).allMatch(Double::isFinite)
        ? format.apply(spread(rounds, figure))
        : "-";
  }

  private static Spread spread(List<Restart> rounds, ToDoubleFunction<Restart> figure) {
    return Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
  }

  private static Restart last(List<Restart> rounds) {
    return rounds.get(rounds.size() - 1);
  }

  private record Graph(
      String title, String howToRead, String unit, ToDoubleFunction<NodeCounts> figure) {}

  private static double share(Restart restart) {
    return restart.finalShare() * restart.nodes().size();
  }

  private static VariantJson json(List<Restart> rounds) {
    return new VariantJson(
        median(rounds, Restart::steadyHitRate, 3),
        new LatencyJson(
            median(rounds, restart -> restart.steady().meanMillis(), 2),
            median(rounds, restart -> restart.steady().p99Millis(), 2)),
        new LatencyJson(
            median(rounds, restart -> restart.warming().meanMillis(), 2),
            median(rounds, restart -> restart.warming().p99Millis(), 2)),
        median(rounds, Restart::meanOverSteady, 3),
        median(rounds, Restart::p99OverSteady, 3),
        median(rounds, Restart::missesRatio, 3),
        median(rounds, Restart::worstMissesRatio, 3),
        median(rounds, Restart::peersMisses, 3),
        median(rounds, Restart::worstPeersMisses, 3),
        median(rounds, Restart::secondsToWarm, 0),
        median(rounds, Restart::secondsFromStopToWarm, 0),
        median(rounds, ColdCacheResult::share, 3),
        rounds.stream().map(ColdCacheResult::round).toList());
  }

  private static @Nullable Double median(
      List<Restart> rounds, ToDoubleFunction<Restart> figure, int decimals) {
    return rounded(spread(rounds, figure).median(), decimals);
  }

  private static RoundJson round(Restart restart) {
    return new RoundJson(
        restart.down(),
        restart.up(),
        restart.latency().seconds().stream()
            .map(
                second ->
                    new SecondJson(
                        second.count(Outcome.GOOD),
                        rounded(second.meanMillis(), 2),
                        rounded(second.p99Millis(), 2)))
            .toList(),
        restart.nodes().stream().map(NodeHistory::seconds).toList());
  }

  private record Document(VariantJson stock, VariantJson weighted, Setting setting) {}

  /** Medians of the rounds. */
  private record VariantJson(
      @Nullable Double hitRate,
      LatencyJson steady,
      LatencyJson warmUp,
      @Nullable Double meanOverSteady,
      @Nullable Double p99OverSteady,
      @Nullable Double missesOverPeers,
      @Nullable Double worstMissesOverPeers,
      @Nullable Double peersMissesOverSteady,
      @Nullable Double worstPeersMissesOverSteady,
      @Nullable Double secondsToWarm,
      @Nullable Double secondsFromStopToWarm,
      @Nullable Double shareOfFair,
      List<RoundJson> rounds) {}

  private record RoundJson(
      int downAt, int upAt, List<SecondJson> seconds, List<List<NodeCounts>> nodes) {}

  private record LatencyJson(@Nullable Double meanMs, @Nullable Double p99Ms) {}

  private record SecondJson(long good, @Nullable Double meanMs, @Nullable Double p99Ms) {}

  private record Setting(
      int nodes,
      boolean dynamicSnitch,
      double readsPerS,
      int partitions,
      double skew,
      int diskChannels,
      int diskReadMs,
      long deadlineMs,
      Lengths seconds) {}
}
