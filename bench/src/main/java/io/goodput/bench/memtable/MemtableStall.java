package io.goodput.bench.memtable;

import io.goodput.bench.Bench;
import io.goodput.bench.Benchmark;
import io.goodput.bench.report.Findings;
import io.goodput.cluster.NodeOptions;
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

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    try (FullNode stock = start(bench, 0, Arm.STOCK, NodeOptions.stock());
        FullNode unpaced = start(bench, 1, Arm.UNPACED, bench.withPlugin());
        FullNode paced = start(bench, 2, Arm.PACED, paced(bench.withPlugin()))) {
      return measure(
              bench,
              new EnumMap<>(Map.of(Arm.STOCK, stock, Arm.UNPACED, unpaced, Arm.PACED, paced)))
          .findings();
    }
  }

  private static MemtableStallResult measure(Bench bench, Map<Arm, FullNode> nodes)
      throws InterruptedException {
    RoundLengths lengths = bench.quickOr(RoundLengths.QUICK, RoundLengths.FULL);
    double sustained = 0;
    // Filling every node also warms up its compilers.
    for (Map.Entry<Arm, FullNode> node : nodes.entrySet()) {
      double perSecond = node.getValue().sustained(lengths.probe());
      bench.say("Flushes of the %s node sustain %.0f writes per second", node.getKey(), perSecond);
      if (node.getKey() == Arm.STOCK) {
        sustained = perSecond;
      }
    }
    Map<Arm, List<LoadRound>> rounds = new EnumMap<>(Arm.class);
    for (int number = 1; number <= lengths.rounds(); number++) {
      bench.say("Round %d of %d ...", number, lengths.rounds());
      for (Map.Entry<Arm, FullNode> node : nodes.entrySet()) {
        LoadRound round = node.getValue().load(OFFERED * sustained, lengths.seconds());
        node.getValue().empty();
        bench.say("  %-8s %s", node.getKey(), round);
        rounds.computeIfAbsent(node.getKey(), key -> new ArrayList<>()).add(round);
      }
    }
    return new MemtableStallResult(lengths, sustained, rounds);
  }

  private static FullNode start(Bench bench, int number, Arm arm, NodeOptions options) {
    bench.say("Starting the %s node ...", arm);
    return FullNode.start(bench, number, options);
  }

  private static NodeOptions paced(NodeOptions options) {
    return options
        .withGoodputYaml("pace_writes: true\n")
        .withSetting("memtable_cleanup_threshold", CLEANUP_THRESHOLD);
  }
}
