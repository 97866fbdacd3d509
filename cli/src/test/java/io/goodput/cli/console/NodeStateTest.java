package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.console.NodeState.Totals;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeStateTest {

  private static final Series READS = new Series("demo", "posts", "reads");

  @Test
  void rejectedPerSecond_overALimit_isTheRateOfItsCount() {
    assertThat(NodeState.rejectedPerSecond(2, rejecting(limit(100)), rejecting(limit(500))))
        .isEqualTo(200);
  }

  @Test
  void rejectedPerSecond_afterARestart_isThatOfTheNewCount() {
    assertThat(NodeState.rejectedPerSecond(2, rejecting(limit(500)), rejecting(limit(100))))
        .isEqualTo(50);
  }

  @Test
  void rejectedPerSecond_overAnOverrideOfATableWithoutLimit_isThatOfItsPartitions() {
    assertThat(NodeState.rejectedPerSecond(2, rejecting(Map.of()), rejecting(Map.of())))
        .isEqualTo(700);
  }

  @Test
  void servedPerSecond_lacksWhatFailsAndWhatReplicasReject() {
    NodeLine line =
        new NodeLine(
            "a", "up", new Operations(1000, 1, 1, 1), new Operations(0, 0, 0, 0), null, null);

    // Cassandra takes the rejections by replicas for failures.
    NodeState state =
        NodeState.of(line, 0, 2, failing(100, 30, 50, 40), failing(140, 60, 180, 160));

    assertThat(state.failedPerSecond()).isEqualTo(20 + 15 + (65 - 60));
    assertThat(state.servedPerSecond()).isEqualTo(1000 - 40 - 60);
  }

  @Test
  void servedPerSecond_hasReadsThatGetTheAnswerOfAnother() {
    NodeLine line = line(State.PROTECTED, 1000);

    NodeState state = NodeState.of(line, 0, 2, sharing(100), sharing(300));

    assertThat(state.servedPerSecond()).isEqualTo(1100);
  }

  @Test
  void totals_ofNodesWithoutThePlugin_haveLatenciesAlone() {
    NodeState node = NodeState.of(line(State.NO_PLUGIN, 1000), 0, 2, null, null);

    assertThat(Totals.of(List.of(node))).isEqualTo(new Totals(null, null, null, 1, 1));
  }

  private static NodeLine line(State state, double reads) {
    return new NodeLine(
        "a",
        state.toString(),
        new Operations(reads, 1, 1, 1),
        new Operations(0, 0, 0, 0),
        null,
        null);
  }

  private static NodeSample sharing(long reads) {
    return sample(Map.of(), List.of(), Map.of("node", List.of(Map.of("shared_reads", reads))));
  }

  private static NodeSample failing(
      long timedOut, long unavailable, long failed, long rejectedByReplicas) {
    return sample(
        Map.of(READS, new LimitCounts(80, "enforce", 0, 0, rejectedByReplicas, 0, 0, 0, 0)),
        List.of(),
        Map.of(
            "node",
            List.of(Map.of("timed_out", timedOut, "unavailable", unavailable, "failed", failed))));
  }

  private static Map<Series, LimitCounts> limit(long rejected) {
    return Map.of(READS, new LimitCounts(80, "enforce", 0, rejected, 0, 0, 0, 0, 0));
  }

  /** A node that rejects 700 reads of a partition per second. */
  private static NodeSample rejecting(Map<Series, LimitCounts> limits) {
    return sample(
        limits,
        List.of(new BusyPartition(READS, "1", "42", 780, 700, 0, null, null, null, null)),
        Map.of());
  }

  private static NodeSample sample(
      Map<Series, LimitCounts> limits,
      List<BusyPartition> partitions,
      Map<String, List<Map<String, @Nullable Object>>> views) {
    return new NodeSample(
        "a", State.PROTECTED, Map.of(), limits, partitions, List.of(), null, null, views);
  }
}
