package io.goodput.bench.coldcache;

import io.goodput.bench.coldcache.node.EmulatedDisk;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Summary;
import io.goodput.bench.report.Chart;
import io.goodput.bench.report.Chart.Axis;
import io.goodput.bench.report.Chart.Line;
import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Findings;
import io.goodput.bench.report.Findings.Fact;
import io.goodput.bench.report.Rounds;
import io.goodput.bench.report.Table;
import io.goodput.bench.report.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What {@code cold-cache} found. */
record ColdCacheResult(
    RestartLengths lengths,
    boolean dynamicSnitch,
    Rounds<Restart> stock,
    Rounds<Restart> weighted) {

  /** Replicas that a QUORUM read needs with RF 3. */
  private static final int QUORUM = 2;

  private static final Axis TIME = Axis.of("seconds");

  private static final List<Figure<Summary>> SECOND =
      List.of(
          Figure.of("good", second -> second.count(Outcome.GOOD)),
          Figure.number("mean_ms", 2, Summary::meanMillis),
          Figure.number("p99_ms", 2, Summary::p99Millis));

  private static final List<Figure<Restart>> ROUND =
      List.of(
          Figure.of("down_at", Restart::down),
          Figure.of("up_at", Restart::up),
          Figure.of("seconds", round -> Figure.json(SECOND, round.latency().seconds())),
          Figure.of("nodes", round -> round.nodes().stream().map(NodeHistory::seconds).toList()));

  private static final List<Figure<Rounds<Restart>>> ARM =
      List.of(
          ratio("hit_rate", "hit rate before", Restart::steadyHitRate),
          Figure.group("steady", it -> it, latency(Restart::steady)),
          Figure.group("warm_up", it -> it, latency(Restart::warming)),
          Figure.column(
              "mean ms before", it -> it.spread(round -> round.steady().meanMillis()).text(1)),
          ratio(
              "mean_over_steady", "mean after / before", it -> it.overSteady(Summary::meanMillis)),
          Figure.column(
              "p99 ms before", it -> it.spread(round -> round.steady().p99Millis()).text(0)),
          ratio("p99_over_steady", "p99 after / before", it -> it.overSteady(Summary::p99Millis)),
          Figure.column("% lost after", it -> it.spread(round -> 100 * round.lostShare()).ratio()),
          ratio("misses_over_peers", "misses of restarted node / peers", Restart::missesRatio),
          ratio("worst_misses_over_peers", "the same in the worst 5 s", Restart::worstMissesRatio),
          ratio("peers_misses_over_steady", "misses of peers after / before", Restart::peersMisses),
          ratio(
              "worst_peers_misses_over_steady",
              "the same in the worst 5 s",
              Restart::worstPeersMisses),
          Figure.<Rounds<Restart>>median(
                  "seconds_to_warm", 0, it -> it.spread(Restart::secondsToWarm))
              .as("seconds from up to warm"),
          Figure.<Rounds<Restart>>median(
                  "seconds_from_stop_to_warm", 0, it -> it.spread(Restart::secondsFromStopToWarm))
              .as("seconds from stop to warm"),
          ratio("share_of_fair", "reads at the end / fair share", Restart::finalShare),
          Figure.of("rounds", it -> Figure.json(ROUND, it.list())));

  private static final List<Figure<ColdCacheResult>> SETTING =
      List.of(
          Figure.of("nodes", it -> ColdCache.NODES),
          Figure.of("dynamic_snitch", ColdCacheResult::dynamicSnitch),
          Figure.of("reads_per_s", it -> ColdCache.READS_PER_SECOND),
          Figure.of("partitions", it -> Articles.PARTITIONS),
          Figure.of("skew", it -> Articles.SKEW),
          Figure.of("disk_channels", it -> EmulatedDisk.CHANNELS),
          Figure.of("disk_read_ms", it -> EmulatedDisk.READ_MILLIS),
          Figure.of("deadline_ms", it -> ColdCache.DEADLINE.toMillis()),
          Figure.of("seconds", ColdCacheResult::lengths));

  private static final List<Figure<ColdCacheResult>> DOCUMENT =
      List.of(
          Figure.group("stock", ColdCacheResult::stock, ARM),
          Figure.group("weighted", ColdCacheResult::weighted, ARM),
          Figure.group("setting", it -> it, SETTING));

  private static final List<Graph> GRAPHS =
      List.of(
          new Graph("Hit rate", "Higher is better.", "hits per look-up", NodeCounts::hitRate),
          new Graph("Cache misses", "Lower is better.", "misses per second", NodeCounts::misses),
          new Graph(
              "Coordinator local reads",
              "Reads that a node coordinates and serves itself.",
              "reads per second",
              NodeCounts::localReads),
          new Graph(
              "Coordinator remote reads",
              "Reads that a node coordinates and other replicas serve.",
              "reads per second",
              counts -> counts.remoteReads(QUORUM)),
          new Graph(
              "Replica reads",
              "Reads that a node serves for other coordinators.",
              "reads per second",
              NodeCounts::readsForOthers));

  /** A chart for each arm, with a line for each node. */
  private record Graph(
      String title, String howToRead, String unit, ToDoubleFunction<NodeCounts> figure) {

    Chart of(String arm, Restart restart) {
      return new Chart(
          title + ", " + arm,
          howToRead,
          TIME,
          Axis.of(unit),
          IntStream.rangeClosed(1, ColdCache.NODES).mapToObj(node -> line(restart, node)).toList(),
          marks(restart));
    }

    private Line line(Restart restart, int node) {
      return Line.bySecond(
          "node " + node + (node == ColdCache.NODES ? ", restarted" : ""),
          restart.nodes().get(node - 1).seconds(),
          figure);
    }
  }

  private static Figure<Rounds<Restart>> ratio(
      String key, String title, ToDoubleFunction<Restart> figure) {
    return Figure.<Rounds<Restart>>median(key, 3, it -> it.spread(figure))
        .as(title, it -> it.spread(figure).ratio());
  }

  private static List<Figure<Rounds<Restart>>> latency(Function<Restart, Summary> part) {
    return List.of(
        Figure.median("mean_ms", 2, it -> it.spread(round -> part.apply(round).meanMillis())),
        Figure.median("p99_ms", 2, it -> it.spread(round -> part.apply(round).p99Millis())));
  }

  Findings findings() {
    Map<String, Rounds<Restart>> arms = new LinkedHashMap<>();
    arms.put("stock", stock);
    arms.put("weighted", weighted);
    return new Findings(
        "Cold cache",
        Text.of(
            "After the restart of a node, the mean latency of reads is %.2f times that before in a"
                + " stock cluster, and %.2f times with weighted reads.",
            stock.median(it -> it.overSteady(Summary::meanMillis)),
            weighted.median(it -> it.overSteady(Summary::meanMillis))),
        Table.byArm(ARM, arms),
        remarks(),
        charts(),
        Fact.of(SETTING, this),
        Figure.json(DOCUMENT, this));
  }

  private List<String> remarks() {
    Stream<Restart> rounds = Stream.of(stock, weighted).flatMap(arm -> arm.list().stream());
    return Stream.concat(
            Stream.of(
                "Figures are medians of the rounds (lowest to highest), charts show the last. After:"
                    + " the first %d s in which the restarted node serves reads."
                        .formatted(lengths.window())
                    + " Warm: 95 % of the hit rate before. Disks are emulated."),
            Recording.firstFailure(rounds.map(Restart::latency)))
        .toList();
  }

  /** A line of progress. */
  static String line(Restart restart) {
    return Figure.line(ARM, new Rounds<>(List.of(restart)));
  }

  private List<Chart> charts() {
    Chart latency =
        new Chart(
            "Latency",
            "Lower is better. Latency counts from the intended send time.",
            TIME,
            Axis.logarithmic("milliseconds"),
            List.of(
                line("stock, mean", stock, Summary::meanMillis),
                line("stock, p99", stock, Summary::p99Millis),
                line("weighted, mean", weighted, Summary::meanMillis),
                line("weighted, p99", weighted, Summary::p99Millis)),
            marks(stock.last()));
    List<Chart> charts = new ArrayList<>(List.of(latency));
    for (Graph graph : GRAPHS) {
      charts.add(graph.of("stock", stock.last()));
      charts.add(graph.of("weighted", weighted.last()));
    }
    return charts;
  }

  private static Line line(String name, Rounds<Restart> arm, ToDoubleFunction<Summary> figure) {
    return Line.bySecond(name, arm.last().latency().seconds(), figure);
  }

  private static List<Chart.Mark> marks(Restart restart) {
    return List.of(new Chart.Mark(restart.down(), "down"), new Chart.Mark(restart.up(), "up"));
  }
}
