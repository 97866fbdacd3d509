package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.List;
import java.util.Map;
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

  private static NodeSample failing(
      long timedOut, long unavailable, long failed, long rejectedByReplicas) {
    return new NodeSample(
        "a",
        State.PROTECTED,
        Map.of(),
        Map.of(READS, new LimitCounts(80, "enforce", 0, 0, rejectedByReplicas, 0, 0, 0, 0)),
        List.of(),
        List.of(),
        null,
        null,
        Map.of(
            "node",
            List.of(Map.of("timed_out", timedOut, "unavailable", unavailable, "failed", failed))));
  }

  private static Map<Series, LimitCounts> limit(long rejected) {
    return Map.of(READS, new LimitCounts(80, "enforce", 0, rejected, 0, 0, 0, 0, 0));
  }

  /** A node that rejects 700 reads of a partition per second. */
  private static NodeSample rejecting(Map<Series, LimitCounts> limits) {
    return new NodeSample(
        "a",
        State.PROTECTED,
        Map.of(),
        limits,
        List.of(new BusyPartition(READS, "1", "42", 780, 700, null, null, null, null)),
        List.of(),
        null,
        null,
        Map.of());
  }
}
