package io.goodput.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.top.NodeSample.State;
import io.goodput.cli.top.Snapshot.HeatLine;
import io.goodput.cli.top.Snapshot.HotLine;
import io.goodput.cli.top.Snapshot.LimitLine;
import io.goodput.cli.top.Snapshot.NodeLine;
import io.goodput.cli.top.Snapshot.Operations;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergeTest {

  private static final long SECOND = 1_000_000_000L;
  private static final TableName TABLE = new TableName("ks", "t");
  private static final Series READS = new Series(TABLE, "reads");

  @Test
  void of_twoNodes_sumsRatesOfALimit() {
    Snapshot snapshot =
        Merge.of(
            "",
            List.of(limited("a", 0, 10, 100, 3), limited("b", 0, 20, 200, 0)),
            List.of(limited("a", 2 * SECOND, 50, 300, 5), limited("b", 2 * SECOND, 80, 200, 0)));

    assertThat(snapshot.limits())
        .containsExactly(
            new LimitLine("ks", "t", "reads", 9, "enforce", 50, 101, 100, 1, 0, 130, 505, 0));
  }

  @Test
  void of_nodesInDifferentModes_saysSo() {
    LimitCounts observed = new LimitCounts(9, "observe", 0, 0, 0, 0, 0);
    NodeSample observing =
        new NodeSample(
            "b",
            State.PROTECTED,
            0,
            Map.of(READS, observed),
            List.of(),
            List.of(),
            null,
            Map.of(),
            Map.of());

    Snapshot snapshot = Merge.of("", List.of(), List.of(limited("a", 0, 0, 0, 0), observing));

    assertThat(snapshot.limits().get(0).mode()).isEqualTo("differs");
  }

  @Test
  void of_aNodeThatWasNotThereBefore_countsItsTotalsOnly() {
    Snapshot snapshot = Merge.of("", List.of(), List.of(limited("a", SECOND, 50, 0, 0)));

    assertThat(snapshot.limits().get(0).accepted()).isEqualTo(50);
    assertThat(snapshot.limits().get(0).acceptedPerSecond()).isZero();
  }

  @Test
  void of_aNodeThatWasRestarted_countsFromItsStart() {
    Snapshot snapshot =
        Merge.of(
            "", List.of(limited("a", 0, 1000, 1000, 0)), List.of(limited("a", SECOND, 7, 5, 0)));

    assertThat(snapshot.limits().get(0).acceptedPerSecond()).isEqualTo(7);
  }

  @Test
  void of_nodesThatDoNotAnswer_showsTheirStates() {
    Snapshot snapshot =
        Merge.of(
            "",
            List.of(),
            List.of(
                NodeSample.silent("b", State.NO_PLUGIN, 0), NodeSample.silent("a", State.DOWN, 0)));

    assertThat(snapshot.nodes())
        .containsExactly(
            new NodeLine("a", "down", null, null, null),
            new NodeLine("b", "up, no plug-in", null, null, null));
  }

  @Test
  void of_aNode_takesLatencyOfTheTableInUse() {
    TableName other = new TableName("ks", "other");
    TableName internal = new TableName("system_auth", "roles");
    NodeSample before =
        reading(0, Map.of(TABLE, latency(10, 1), other, latency(99, 2), internal, latency(0, 3)));
    NodeSample now =
        reading(
            SECOND,
            Map.of(TABLE, latency(40, 1), other, latency(100, 2), internal, latency(500, 3)));

    Snapshot snapshot = Merge.of("", List.of(before), List.of(now));

    assertThat(snapshot.nodes().get(0).reads()).isEqualTo(new Operations(31, 1, 1, 1));
  }

  @Test
  void of_aPartitionOnTwoNodes_addsRefusalsToWhatBothHaveCounted() {
    Snapshot snapshot =
        Merge.of("", List.of(), List.of(counting("a", "t1", 100, 90), counting("b", "t1", 52, 40)));

    assertThat(snapshot.hotPartitions())
        .containsExactly(new HotLine("ks", "t", "reads", "7", "t1", 142, 130));
  }

  @Test
  void of_severalPartitions_putsTheHottestFirst() {
    Snapshot snapshot =
        Merge.of("", List.of(), List.of(counting("a", "t1", 10, 0), counting("b", "t2", 20, 0)));

    assertThat(snapshot.hotPartitions()).extracting(HotLine::token).containsExactly("t2", "t1");
  }

  @Test
  void of_heats_takesEachNodesNewest() {
    Heat stale = new Heat("a:7000", 0.1, 1, 9, 0, 0, 0, 0, 0, 5);
    Heat fresh = new Heat("a:7000", 0.2, 1, 10, 0, 0, 0, 0, 0, 6);

    Snapshot snapshot = Merge.of("", List.of(), List.of(warm("a", 0, fresh), warm("b", 0, stale)));

    assertThat(snapshot.heat())
        .containsExactly(new HeatLine("a:7000", 0.2, 1, 10, null, null, 0, 0, 0));
  }

  @Test
  void of_heats_weighsSharesByTheReadsOfTheCoordinators() {
    Heat ofOne = new Heat("a:7000", 0.2, 1, 10, 30, 0.5, 1, 0, 0, 5);
    Heat ofOther = new Heat("a:7000", 0.2, 1, 10, 10, 0.5, 0.2, 0, 0, 5);

    Snapshot snapshot =
        Merge.of("", List.of(), List.of(warm("a", 0, ofOne), warm("b", 0, ofOther)));

    assertThat(snapshot.heat().get(0).shareWanted()).isEqualTo(0.5);
    assertThat(snapshot.heat().get(0).shareGiven()).isEqualTo(0.8);
  }

  @Test
  void of_heats_hasTheReadsOfASecond() {
    Heat before = new Heat("a:7000", 0.2, 1, 10, 0, 0, 0, 10, 20, 30);
    Heat now = new Heat("a:7000", 0.2, 1, 12, 0, 0, 0, 30, 60, 90);

    Snapshot snapshot =
        Merge.of("", List.of(warm("a", 0, before)), List.of(warm("a", 2 * SECOND, now)));

    assertThat(snapshot.heat())
        .containsExactly(new HeatLine("a:7000", 0.2, 1, 12, null, null, 10, 20, 30));
  }

  @Test
  void of_aNodeThatWarms_hasHowFarItIs() {
    Heat heat = new Heat("a:7000", 0.2, 1, 10, 0, 0, 0, 0, 0, 5);

    Snapshot snapshot = Merge.of("", List.of(), List.of(warm("a", 0, heat)));

    assertThat(snapshot.nodes().get(0).warmed()).isEqualTo(0.4);
  }

  private static NodeSample warm(String address, long nanos, Heat heat) {
    return new NodeSample(
        address,
        State.PROTECTED,
        nanos,
        Map.of(),
        List.of(),
        List.of(heat),
        0.4,
        Map.of(),
        Map.of());
  }

  private static NodeSample limited(
      String address, long nanos, long accepted, long byCoordinator, long byReplicas) {
    LimitCounts counts = new LimitCounts(9, "enforce", accepted, byCoordinator, byReplicas, 0, 0);
    return new NodeSample(
        address,
        State.PROTECTED,
        nanos,
        Map.of(READS, counts),
        List.of(),
        List.of(),
        null,
        Map.of(),
        Map.of());
  }

  private static NodeSample counting(
      String address, String token, double perSecond, double rejectedPerSecond) {
    return new NodeSample(
        address,
        State.PROTECTED,
        0,
        Map.of(),
        List.of(new HotPartition(READS, token, "7", perSecond, rejectedPerSecond)),
        List.of(),
        null,
        Map.of(),
        Map.of());
  }

  private static NodeSample reading(long nanos, Map<TableName, Latency> reads) {
    return new NodeSample(
        "a", State.PROTECTED, nanos, Map.of(), List.of(), List.of(), null, reads, Map.of());
  }

  private static Latency latency(long count, double ms) {
    return new Latency(count, ms, ms, ms);
  }
}
