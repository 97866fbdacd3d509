package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemandTest {

  private static final Series READS = new Series("demo", "posts", "reads");

  private final Demand demand = new Demand();

  @Test
  void share_ofASteadyPartition_isThatOfAllThatClientsSend() {
    seconds(1000, partition(800, 0));

    assertThat(demand.steadyShare(partition(800, 0))).isEqualTo(0.8);
  }

  @Test
  void share_ofARejectedPartition_countsWhatIsRejected() {
    demand.add(List.of(limit(700)), List.of(partition(800, 700)));
    demand.complete(List.of(node(300)));

    assertThat(demand.steadyShare(partition(800, 700))).isEqualTo(0.8);
  }

  @Test
  void share_ofAPartitionThatAnOverrideRejects_countsWhatIsRejected() {
    seconds(300, partition(800, 700));

    assertThat(demand.steadyShare(partition(800, 700))).isEqualTo(0.8);
  }

  @Test
  void share_ofAPartitionThatBeginsBetweenCounts_isRightButNotSteady() {
    seconds(200);

    assertThat(demand.share(partition(800, 0))).isEqualTo(0.8);
    assertThat(demand.steadyShare(partition(800, 0))).isNull();
  }

  @Test
  void share_ofAPartitionThatHasBegunBeforeTheCounts_isNotAll() {
    // The counts have five seconds, the partition the last two of them.
    seconds(
        520,
        partition(0, 0),
        partition(0, 0),
        partition(0, 0),
        partition(800, 0),
        partition(800, 0));

    assertThat(demand.share(partition(800, 0))).isCloseTo(0.8, within(0.001));
    assertThat(demand.steadyShare(partition(800, 0))).isNull();
  }

  @Test
  void share_ofAPartitionThatEnds_isNotSteady() {
    seconds(1000, partition(800, 0));

    assertThat(demand.steadyShare(partition(400, 0))).isNull();
  }

  @Test
  void share_readsThatGetTheAnswerOfAnother_countAsSent() {
    demand.add(List.of(), List.of(partition(200, 0)));
    demand.complete(List.of(node(400, 600)));

    assertThat(demand.steadyShare(partition(200, 0))).isEqualTo(0.2);
  }

  @Test
  void share_moreThanTheNodesCount_isAll() {
    seconds(100, partition(800, 0));

    assertThat(demand.steadyShare(partition(800, 0))).isEqualTo(1);
  }

  /** One partition each second, after which the nodes count. */
  private void seconds(double executed, BusyPartition... partitions) {
    for (BusyPartition partition : partitions) {
      demand.add(List.of(), List.of(partition));
    }
    if (partitions.length == 0) {
      demand.add(List.of(), List.of());
    }
    demand.complete(List.of(node(executed)));
  }

  private static NodeState node(double reads) {
    return node(reads, 0);
  }

  private static NodeState node(double reads, double shared) {
    NodeLine line = new NodeLine("a", "up", new Operations(reads, 1, 1, 1), null, null, null);
    return new NodeState(line, null, null, 0, false, shared, 0, 0, 0, 0, 0);
  }

  private static LimitLine limit(double rejected) {
    return new LimitLine(READS, 80, "enforce", 0, rejected, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  private static BusyPartition partition(double perSecond, double rejected) {
    return new BusyPartition(READS, "1", "42", perSecond, rejected, 0, null, null, null, null);
  }
}
