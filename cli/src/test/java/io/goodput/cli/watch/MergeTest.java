package io.goodput.cli.watch;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.watch.NodeSample.Heat;
import io.goodput.cli.watch.NodeSample.Latency;
import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.FairShares;
import io.goodput.cli.watch.Snapshot.HeatLine;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MergeTest {

  private static final Series READS = new Series("ks", "t", "reads");

  @Test
  void of_twoNodes_sumsRatesOfALimit() {
    Snapshot snapshot =
        of(
            "",
            2,
            2,
            10,
            List.of(limited("a", 10, 100, 3), limited("b", 20, 200, 0)),
            List.of(limited("a", 50, 300, 5), limited("b", 80, 200, 0)));

    assertThat(snapshot.limits())
        .containsExactly(
            new LimitLine(READS, 9, "enforce", 50, 101, 100, 1, 0, 10, 5, 130, 505, 0));
  }

  @Test
  void of_nodesInDifferentModes_saysSo() {
    NodeSample observing = limited("b", new LimitCounts(9, "observe", 0, 0, 0, 0, 0, 0, 0));

    Snapshot snapshot = of("", 1, 1, 10, List.of(), List.of(limited("a", 0, 0, 0), observing));

    assertThat(snapshot.limits().get(0).mode()).isEqualTo("differs");
  }

  @Test
  void of_aNewNode_hasItsTotals() {
    Snapshot snapshot = of("", 1, 1, 10, List.of(), List.of(limited("a", 50, 0, 0)));

    assertThat(snapshot.limits().get(0).accepted()).isEqualTo(50);
    assertThat(snapshot.limits().get(0).acceptedPerSecond()).isZero();
  }

  @Test
  void of_aRestartedNode_countsFromItsStart() {
    Snapshot snapshot =
        of("", 1, 1, 10, List.of(limited("a", 1000, 1000, 0)), List.of(limited("a", 7, 5, 0)));

    assertThat(snapshot.limits().get(0).acceptedPerSecond()).isEqualTo(7);
  }

  @Test
  void of_nodesThatDoNotAnswer_showsTheirStates() {
    Snapshot snapshot =
        of(
            "",
            1,
            1,
            10,
            List.of(),
            List.of(
                NodeSample.withoutPlugin("b", State.NO_PLUGIN, Map.of()),
                NodeSample.withoutPlugin("a", State.DOWN, Map.of())));

    assertThat(snapshot.nodes())
        .containsExactly(
            new NodeLine("a", "down", null, null, null, null),
            new NodeLine("b", "up, no plug-in", null, null, null, null));
  }

  @Test
  void of_aNode_takesLatencyOfTheBusiestTable() {
    Series other = new Series("ks", "other", "reads");
    Series internal = new Series("system_auth", "roles", "reads");
    Series writes = new Series("ks", "t", "writes");

    Snapshot snapshot =
        of(
            "",
            1,
            1,
            10,
            List.of(
                reading(
                    Map.of(
                        READS,
                        latency(10, 1),
                        other,
                        latency(99, 2),
                        internal,
                        latency(0, 3),
                        writes,
                        latency(0, 4)))),
            List.of(
                reading(
                    Map.of(
                        READS,
                        latency(40, 1),
                        other,
                        latency(100, 2),
                        internal,
                        latency(500, 3),
                        writes,
                        latency(7, 4)))));

    assertThat(snapshot.nodes().get(0).reads()).isEqualTo(new Operations(31, 1, 1, 1));
    assertThat(snapshot.nodes().get(0).writes()).isEqualTo(new Operations(7, 4, 4, 4));
  }

  @Test
  void of_aPartitionOnTwoNodes_addsTheirRejections() {
    Snapshot snapshot =
        of(
            "",
            1,
            1,
            10,
            List.of(),
            List.of(counting("a", "t1", 100, 90), counting("b", "t1", 52, 40)));

    assertThat(snapshot.hotPartitions())
        .containsExactly(new BusyPartition(READS, "7", "t1", 142, 130, 0, 0L, 0L, null, null));
  }

  @Test
  void of_aPartitionOfATableWithoutLimit_addsWhatCoordinatorsCount() {
    Snapshot snapshot =
        of(
            "",
            1,
            1,
            10,
            List.of(),
            List.of(with("a", coordinated(70)), with("b", coordinated(30))));

    assertThat(snapshot.hotPartitions())
        .containsExactly(new BusyPartition(READS, "7", "t1", 100, 0, 0, null, null, null, null));
  }

  @Test
  void of_aPartitionThatClientsAskTwoNodesFor_addsWhatItTakesOfThem() {
    Snapshot snapshot =
        of(
            "",
            1,
            1,
            10,
            List.of(),
            List.of(with("a", taking(2048, 1.5)), with("b", taking(1024, 0.2))));

    assertThat(snapshot.hotPartitions())
        .containsExactly(new BusyPartition(READS, "7", "t1", 20, 0, 0, null, null, 3072.0, 1.7));
  }

  @Test
  void of_aPartitionOnAnOlderNode_hasWhatTheOtherNodesTell() {
    Snapshot snapshot =
        of(
            "",
            1,
            1,
            10,
            List.of(),
            List.of(with("a", taking(2048, 1.5)), with("b", coordinated(30))));

    assertThat(snapshot.hotPartitions())
        .containsExactly(new BusyPartition(READS, "7", "t1", 40, 0, 0, null, null, 2048.0, 1.5));
  }

  private static BusyPartition taking(double bytesPerSecond, double inFlight) {
    return new BusyPartition(READS, "7", "t1", 10, 0, 0, null, null, bytesPerSecond, inFlight);
  }

  @Test
  void of_aLimitedPartitionThatClientsReadAtOne_hasTheRateOfTheCoordinators() {
    BusyPartition counted = new BusyPartition(READS, "7", "t1", 50, 0, 0, 0L, 0L, null, null);
    Snapshot snapshot =
        of(
            "",
            1,
            1,
            10,
            List.of(),
            List.of(
                with("a", counted, coordinated(70)),
                with("b", counted, coordinated(30)),
                with("c", counted)));

    assertThat(snapshot.hotPartitions())
        .containsExactly(new BusyPartition(READS, "7", "t1", 100, 0, 0, 0L, 0L, null, null));
  }

  @Test
  void of_severalPartitions_putsTheHottestFirst() {
    Snapshot snapshot =
        of(
            "",
            1,
            1,
            10,
            List.of(),
            List.of(counting("a", "t1", 10, 0), counting("b", "t2", 20, 0)));

    assertThat(snapshot.hotPartitions())
        .extracting(BusyPartition::token)
        .containsExactly("t2", "t1");
  }

  @Test
  void of_heats_takesTheNewestOfEachNode() {
    Heat stale = new Heat("a:7000", 0.1, 1, 9, 0, 0, 0, 0, 0, 5);
    Heat fresh = new Heat("a:7000", 0.2, 1, 10, 0, 0, 0, 0, 0, 6);

    Snapshot snapshot = of("", 1, 1, 10, List.of(), List.of(warm("a", fresh), warm("b", stale)));

    assertThat(snapshot.heat())
        .containsExactly(new HeatLine("a:7000", 0.2, 1, 10, null, null, 0, 0, 0));
  }

  @Test
  void of_heats_weightsSharesByTheReadsOfTheCoordinators() {
    Heat one = new Heat("a:7000", 0.2, 1, 10, 30, 0.5, 1, 0, 0, 5);
    Heat other = new Heat("a:7000", 0.2, 1, 10, 10, 0.5, 0.2, 0, 0, 5);

    Snapshot snapshot = of("", 1, 1, 10, List.of(), List.of(warm("a", one), warm("b", other)));

    assertThat(snapshot.heat().get(0).shareWanted()).isEqualTo(0.5);
    assertThat(snapshot.heat().get(0).shareGiven()).isEqualTo(0.8);
  }

  @Test
  void of_heats_hasReadsPerSecond() {
    Heat before = new Heat("a:7000", 0.2, 1, 10, 0, 0, 0, 10, 20, 30);
    Heat now = new Heat("a:7000", 0.2, 1, 12, 0, 0, 0, 30, 60, 90);

    Snapshot snapshot = of("", 2, 2, 10, List.of(warm("a", before)), List.of(warm("a", now)));

    assertThat(snapshot.heat())
        .containsExactly(new HeatLine("a:7000", 0.2, 1, 12, null, null, 10, 20, 30));
  }

  @Test
  void of_heatOfARestartedNode_hasNoRates() {
    Heat before = new Heat("a:7000", 0.2, 1, 10, 0, 0, 0, 10, 20, 30);
    Heat now = new Heat("a:7000", 0.2, 2, 1, 0, 0, 0, 1, 2, 3);

    Snapshot snapshot = of("", 1, 1, 10, List.of(warm("a", before)), List.of(warm("a", now)));

    assertThat(snapshot.heat().get(0).replicaPerSecond()).isZero();
  }

  @Test
  void of_aNodeThatWarms_hasItsProgress() {
    Heat heat = new Heat("a:7000", 0.2, 1, 10, 0, 0, 0, 0, 0, 5);

    Snapshot snapshot = of("", 1, 1, 10, List.of(), List.of(warm("a", heat)));

    assertThat(snapshot.nodes().get(0).warmed()).isEqualTo(0.4);
  }

  @Test
  void of_anOverloadedNode_hasItsRoomAndWhatItRefused() {
    Snapshot snapshot =
        of("", 2, 2, 10, List.of(sharing(31, null, 100)), List.of(sharing(30, 24, 120)));

    assertThat(snapshot.nodes().get(0).fairShares()).isEqualTo(new FairShares(30, 24, 10));
  }

  @Test
  void of_aNodeThatHasStartedAgain_hasRefusedNothing() {
    Snapshot snapshot =
        of("", 1, 1, 10, List.of(sharing(1, null, 100)), List.of(sharing(1, null, 5)));

    assertThat(snapshot.nodes().get(0).fairShares()).isEqualTo(new FairShares(1, null, 0));
  }

  private static NodeSample sharing(int inFlight, @Nullable Integer room, long refused) {
    return new NodeSample(
        "a",
        State.PROTECTED,
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        null,
        new NodeSample.Shares(inFlight, room, refused),
        Map.of());
  }

  private static NodeSample warm(String address, Heat heat) {
    return new NodeSample(
        address,
        State.PROTECTED,
        Map.of(),
        Map.of(),
        List.of(),
        List.of(heat),
        0.4,
        null,
        Map.of());
  }

  private static NodeSample limited(
      String address, long accepted, long byCoordinator, long byReplicas) {
    return limited(
        address,
        new LimitCounts(
            9, "enforce", accepted, byCoordinator, byReplicas, 0, 0, accepted / 5, accepted / 10));
  }

  private static NodeSample limited(String address, LimitCounts counts) {
    return new NodeSample(
        address,
        State.PROTECTED,
        Map.of(),
        Map.of(READS, counts),
        List.of(),
        List.of(),
        null,
        null,
        Map.of());
  }

  private static NodeSample counting(
      String address, String token, double perSecond, double rejectedPerSecond) {
    return with(
        address,
        new BusyPartition(READS, "7", token, perSecond, rejectedPerSecond, 0, 0L, 0L, null, null));
  }

  private static BusyPartition coordinated(double perSecond) {
    return new BusyPartition(READS, "7", "t1", perSecond, 0, 0, null, null, null, null);
  }

  private static NodeSample with(String address, BusyPartition... partitions) {
    return new NodeSample(
        address,
        State.PROTECTED,
        Map.of(),
        Map.of(),
        List.of(partitions),
        List.of(),
        null,
        null,
        Map.of());
  }

  private static NodeSample reading(Map<Series, Latency> latencies) {
    return NodeSample.withoutPlugin("a", State.PROTECTED, latencies);
  }

  private static Latency latency(long count, double ms) {
    return new Latency(count, ms, ms, ms);
  }

  private static Snapshot of(
      String time,
      double seconds,
      double countSeconds,
      int mostPartitions,
      List<NodeSample> before,
      List<NodeSample> now) {
    return new Merge(seconds, countSeconds, mostPartitions, byAddress(before), byAddress(now))
        .snapshot(time);
  }

  private static Map<String, NodeSample> byAddress(List<NodeSample> samples) {
    return samples.stream().collect(toMap(NodeSample::address, sample -> sample));
  }
}
