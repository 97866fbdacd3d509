package io.goodput.lab.bench.memtable;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.memtable.MemtableStallResult.LoadRound;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.nodes.NodeOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The benchmark {@code write-stall} on Cassandra: nodes receive writes faster than they flush their
 * memtables.
 */
public final class MemtableStall implements Benchmark {

  /** Counts from the intended send time; also the nodes' write timeout. */
  static final Duration DEADLINE = Duration.ofMillis(500);

  /** Offered load as a multiple of what flushes of the stock node sustain. */
  static final double OFFERED = 2;

  /** Four memtables instead of two: the next one is full when a flush ends. */
  static final double CLEANUP_THRESHOLD = 0.25;

  /**
   * A node without Goodput, the same with the cleanup threshold of paced nodes, a node with
   * Goodput's defaults, and one with {@code pace_writes}.
   */
  enum Arm {
    STOCK,
    TUNED,
    UNPACED,
    GOODPUT;

    @Override
    public String toString() {
      return Text.name(this);
    }
  }

  /** Seconds of writes that show what a node's flushes sustain, then rounds of load in seconds. */
  record RoundLengths(int probe, int rounds, int seconds) {}

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    NodeOptions pacing =
        bench
            .withPlugin()
            .withGoodputYaml("pace_writes: true\n")
            .withSetting("memtable_cleanup_threshold", CLEANUP_THRESHOLD);
    NodeOptions tuning =
        NodeOptions.stock().withSetting("memtable_cleanup_threshold", CLEANUP_THRESHOLD);
    try (FullNode stock = FullNode.start(bench, 0, Arm.STOCK, NodeOptions.stock());
        FullNode tuned = FullNode.start(bench, 1, Arm.TUNED, tuning);
        FullNode unpaced = FullNode.start(bench, 2, Arm.UNPACED, bench.withPlugin());
        FullNode goodput = FullNode.start(bench, 3, Arm.GOODPUT, pacing)) {
      return measure(bench, List.of(stock, tuned, unpaced, goodput)).findings();
    }
  }

  private static MemtableStallResult measure(Bench bench, List<FullNode> nodes)
      throws InterruptedException {
    RoundLengths lengths = bench.quickOr(new RoundLengths(12, 3, 16), new RoundLengths(30, 5, 60));
    double stock = Double.NaN;
    // Filling every node also warms up its compilers.
    for (FullNode node : nodes) {
      double perSecond = node.sustained(lengths.probe());
      bench.say("Flushes of the %s node sustain %.0f writes per second", node.arm, perSecond);
      stock = node.arm == Arm.STOCK ? perSecond : stock;
    }
    Map<Arm, Rounds<LoadRound>> rounds = new EnumMap<>(Arm.class);
    for (int number = 1; number <= lengths.rounds(); number++) {
      bench.say("Round %d of %d ...", number, lengths.rounds());
      for (FullNode node : Rounds.order(nodes, number)) {
        LoadRound round = node.load(OFFERED * stock, lengths.seconds());
        node.empty();
        bench.say(
            "  %-8s %s",
            node.arm, Figure.line(MemtableStallResult.ARM, new Rounds<>(List.of(round))));
        rounds.computeIfAbsent(node.arm, key -> new Rounds<>(new ArrayList<>())).list().add(round);
      }
    }
    return new MemtableStallResult(lengths, stock, rounds);
  }
}
