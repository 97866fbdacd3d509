package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.goodput.cli.console.Finding.Level;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.FairShares;
import io.goodput.cli.watch.Snapshot.LimitLine;
import io.goodput.cli.watch.Snapshot.NodeLine;
import io.goodput.cli.watch.Snapshot.Operations;
import io.goodput.cli.watch.Snapshot.Series;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FindingsTest {

  private static final Series READS = new Series("demo", "posts", "reads");

  private static final Map<String, @Nullable Object> HOT =
      Map.of(
          "keyspace_name", "demo",
          "table_name", "posts",
          "kind", "hot_partition",
          "partition_key", "1",
          "at", 1234L);

  private List<LimitLine> limits = List.of();
  private List<Map<String, @Nullable Object>> overrides = List.of();
  private List<Map<String, @Nullable Object>> events = List.of(HOT);
  private Set<String> lacking = Set.of();

  @Test
  void all_aCalmCluster_isEmpty() {
    assertThat(all(List.of(up("a", 1000)), partition(99, 0))).isEmpty();
  }

  @Test
  void all_aPartitionWithMostReads_isTrouble() {
    Finding finding = all(List.of(up("a", 1000)), partition(780, 0)).get(0);

    assertThat(finding.level()).isEqualTo(Level.TROUBLE);
    assertThat(finding.text())
        .isEqualTo(
            "One partition draws 78% of the cluster's reads: partition 1 of demo.posts,"
                + " requested by role app from 10.0.0.7.");
    assertThat(finding.action())
        .isEqualTo("Goodput serves all 780 reads/s: the table has no limit.");
    assertThat(finding.partition()).isEqualTo("demo.posts reads 42");
    assertThat(finding.since()).isEqualTo(1234);
  }

  @Test
  void text_aPartitionThatHasJustBegun_hasNoShare() {
    Demand demand = new Demand();
    demand.add(List.of(), List.of());
    demand.complete(List.of(up("a", 200)));
    BusyPartition begun = partition(780, 0);

    assertThat(
            new Findings(
                    List.of(up("a", 200)),
                    demand,
                    List.of(),
                    List.of(begun),
                    List.of(),
                    List.of(),
                    List.of(),
                    Set.of())
                .all())
        .extracting(Finding::level, Finding::text)
        .containsExactly(
            tuple(
                Level.TROUBLE,
                "One partition draws many of the cluster's reads: partition 1 of demo.posts."));
  }

  @Test
  void all_aPartitionWithMostOfFewReads_isNoTrouble() {
    assertThat(all(List.of(up("a", 100)), partition(90, 0))).isEmpty();
  }

  @Test
  void all_aRejectedPartition_isHeld() {
    overrides = List.of(override(80));

    Finding finding = all(List.of(up("a", 100)), partition(780, 700)).get(0);

    assertThat(finding.level()).isEqualTo(Level.HELD);
    assertThat(finding.action())
        .isEqualTo("Goodput rejects 700 of its 780 reads/s: an override admits 80.");
  }

  @Test
  void all_servedWithinTheLimit_saysSo() {
    limits = List.of(limit(1000, "enforce"));

    assertThat(served(780)).isEqualTo("they are within the limit of the table, 1000/s.");
  }

  @Test
  void all_servedAboveTheLimit_saysHowManyAreExecuted() {
    limits = List.of(limit(500, "enforce"));

    assertThat(served(780)).isEqualTo("at most 500/s of them are executed.");
  }

  @Test
  void all_servedWithARaisedOverride_namesTheOverrideInsteadOfTheLimit() {
    limits = List.of(limit(500, "enforce"));
    overrides = List.of(override(2000));

    assertThat(served(780)).isEqualTo("an override admits 2000/s.");
  }

  @Test
  void all_servedWithAnOverrideOfATableWithoutLimit_namesTheOverride() {
    overrides = List.of(override(2000));

    assertThat(served(780)).isEqualTo("an override admits 2000/s.");
  }

  @Test
  void all_servedAboveTheOverride_namesTheOverride() {
    overrides = List.of(override(80));

    assertThat(served(780)).isEqualTo("an override admits 80/s.");
  }

  @Test
  void all_aboveAnObservedLimit_isTroubleAndTellsWhatWouldBeRejected() {
    limits = List.of(limit(500, "observe"));
    overrides = List.of(override(80));
    BusyPartition observed =
        new BusyPartition(READS, "1", "42", 780, 0, 700, null, null, null, null);

    Finding finding = all(List.of(up("a", 1000)), observed).get(0);

    assertThat(finding.level()).isEqualTo(Level.TROUBLE);
    assertThat(finding.action())
        .isEqualTo(
            "Goodput serves all 780 reads/s: the table only observes, and would reject 700/s.");
  }

  @Test
  void level_anAttackThatAnOverrideHoldsEnds_isNeverTrouble() {
    overrides = List.of(override(80));

    // The rate of the partition decays more slowly than that of its rejections.
    assertThat(levels(partition(780, 700), partition(103, 9), partition(101, 0)))
        .containsExactly(Level.HELD, Level.HELD, Level.HELD);
  }

  @Test
  void level_anAttackThatTheLimitOfTheTableHoldsEnds_isNeverTrouble() {
    limits = List.of(limit(200, "enforce"));

    // The rate of the partition decays more slowly than that of its rejections.
    assertThat(levelsOfFrames(partition(780, 580), partition(390, 90), partition(190, 9)))
        .containsExactly(Level.HELD, Level.HELD, Level.HELD);
  }

  @Test
  void level_aRateThatHasFallenBelowTheLimitAndStaysThere_isTrouble() {
    limits = List.of(limit(200, "enforce"));

    assertThat(levelsOfFrames(partition(780, 580), partition(190, 9), partition(185, 0)))
        .containsExactly(Level.HELD, Level.HELD, Level.TROUBLE);
  }

  /** The levels of a partition in consecutive frames. */
  private List<Level> levelsOfFrames(BusyPartition... partitions) {
    Demand demand = new Demand();
    return Stream.of(partitions)
        .map(partition -> all(demand, List.of(up("a", 100)), partition).get(0).level())
        .toList();
  }

  @Test
  void level_servedAboveTheLimitOfTheTable_isHeld() {
    limits = List.of(limit(500, "enforce"));

    assertThat(levels(partition(780, 0))).containsExactly(Level.HELD);
  }

  @Test
  void level_servedWithinTheLimitOfTheTable_isTrouble() {
    limits = List.of(limit(1000, "enforce"));

    assertThat(levels(partition(780, 0))).containsExactly(Level.TROUBLE);
  }

  @Test
  void level_anOverrideThatIsOnlyObserved_isTrouble() {
    limits = List.of(limit(5000, "observe"));
    overrides = List.of(override(80));

    assertThat(levels(partition(780, 0))).containsExactly(Level.TROUBLE);
  }

  private List<Level> levels(BusyPartition... partitions) {
    return Stream.of(partitions)
        .map(partition -> all(List.of(up("a", 100)), partition).get(0).level())
        .toList();
  }

  @Test
  void action_rejectedAboveTheLimitOfTheTable_namesTheLimit() {
    limits = List.of(limit(80, "enforce"));

    assertThat(all(List.of(up("a", 100)), partition(797, 480)).get(0).action())
        .isEqualTo("Goodput rejects 480 of its 797 reads/s: the limit of the table admits 80.");
  }

  @Test
  void action_rejectedBelowTheLimitOfTheTable_givesNoReason() {
    // What rejects them is an override that the console does not know yet.
    limits = List.of(limit(5000, "enforce"));

    assertThat(all(List.of(up("a", 100)), partition(797, 480)).get(0).action())
        .isEqualTo("Goodput rejects 480 of its 797 reads/s.");
  }

  @Test
  void action_fewRejections_saysHowManyAreServed() {
    assertThat(all(List.of(up("a", 1000)), partition(780, 40)).get(0).action())
        .startsWith("Goodput serves 740 of its 780 reads/s: ");
  }

  @Test
  void since_rejectionsOfTheTableHaveEndedSince_isUnknown() {
    events =
        List.of(
            Map.of(
                "keyspace_name", "demo",
                "table_name", "posts",
                "kind", "rejections_ended",
                "at", 1235L),
            HOT);

    assertThat(all(List.of(up("a", 1000)), partition(780, 0)).get(0).since()).isZero();
  }

  @Test
  void since_rejectionsOfTheTableEndedBefore_isThatOfTheEvent() {
    events =
        List.of(
            HOT,
            Map.of(
                "keyspace_name", "demo",
                "table_name", "posts",
                "kind", "rejections_ended",
                "at", 1233L));

    assertThat(all(List.of(up("a", 1000)), partition(780, 0)).get(0).since()).isEqualTo(1234);
  }

  /** Why this many reads per second are served. */
  private String served(double perSecond) {
    String action = all(List.of(up("a", 1000)), partition(perSecond, 0)).get(0).action();
    assertThat(action).startsWith("Goodput serves all ");
    return action.substring(action.indexOf(": ") + 2);
  }

  @Test
  void all_oneOfTwoNodesDown_namesIt() {
    assertThat(all(List.of(up("a", 100), node("b", "down")), partition(0, 0)))
        .extracting(Finding::text)
        .containsExactly("One node does not answer: b.");
  }

  @Test
  void all_everyNodeDown_saysThatNoneAnswers() {
    assertThat(all(List.of(node("a", "down"), node("b", "no answer")), partition(0, 0)))
        .extracting(Finding::text)
        .containsExactly("No node of the cluster answers.");
  }

  @Test
  void all_nodesWithoutPluginOrPermission_areUnknown() {
    assertThat(
            all(
                List.of(node("a", "up, no plug-in"), node("b", "up, not permitted")),
                partition(0, 0)))
        .extracting(Finding::level)
        .containsExactly(Level.UNKNOWN, Level.UNKNOWN);
  }

  @Test
  void all_aViewThatTellsOfTroubleIsHidden_isUnknown() {
    lacking = Set.of("queue", "events");

    assertThat(all(List.of(up("a", 1000)), partition(0, 0)))
        .extracting(Finding::level, Finding::text)
        .containsExactly(
            tuple(
                Level.UNKNOWN, "Nodes do not show this user all that can tell of trouble: queue."));
  }

  @Test
  void all_anOverloadedNode_comesBeforeAHeldPartition() {
    NodeState overloaded =
        state(
            new NodeLine(
                "a",
                "up",
                new Operations(100, 1, 1, 1),
                new Operations(0, 1, 1, 1),
                null,
                new FairShares(40, 20, 7)));

    assertThat(all(List.of(overloaded), partition(780, 700)))
        .extracting(Finding::text)
        .first()
        .isEqualTo("Node a is overloaded: it has 40 requests in flight, and room for 20.");
  }

  @Test
  void all_aTwentiethOfRequestsFails_isTrouble() {
    Finding finding = all(List.of(failing(50)), partition(0, 0)).get(0);

    assertThat(finding.level()).isEqualTo(Level.TROUBLE);
    assertThat(finding.text())
        .isEqualTo("5% of the cluster's requests fail: 50 of 1,000 reads and writes/s.");
    assertThat(finding.action())
        .isEqualTo("Nodes do not tell whether they are overloaded: fair_shares is off.");
  }

  @Test
  void all_fewerRequestsFail_isCalm() {
    assertThat(all(List.of(failing(49)), partition(0, 0))).isEmpty();
  }

  @Test
  void all_requestsThatFailOnAnOverloadedNode_saySo() {
    NodeState node =
        new NodeState(
            line(null, new FairShares(40, 20, 7)), null, null, 0, false, 0, 0, 0, 0, 50, 0);

    assertThat(all(List.of(node), partition(0, 0)).get(0).action())
        .isEqualTo("Nodes are overloaded.");
  }

  @Test
  void all_aStandingQueue_isTroubleAndTellsWhatIsDropped() {
    NodeState node = new NodeState(line(null, null), null, null, 0, true, 0, 0, 0, 3, 0, 4);

    assertThat(all(List.of(node), partition(0, 0)))
        .extracting(Finding::level, Finding::text, Finding::action)
        .containsExactly(
            tuple(
                Level.TROUBLE,
                "Requests wait too long in the queue of node a.",
                "Goodput drops 7 requests/s of them."));
  }

  @Test
  void all_faultsOfThePlugin_areANotice() {
    NodeState node = new NodeState(line(null, null), null, null, 3, false, 0, 0, 0, 0, 0, 0);

    assertThat(all(List.of(node), partition(0, 0)))
        .extracting(Finding::level, Finding::text)
        .containsExactly(tuple(Level.NOTICE, "The plug-in of node a has had 3 faults."));
  }

  @Test
  void all_aNodeThatWarms_isANotice() {
    assertThat(all(List.of(state(line(0.4, null))), partition(0, 0)))
        .extracting(Finding::level, Finding::text)
        .containsExactly(tuple(Level.NOTICE, "Node a warms its cache: 40% done."));
  }

  @Test
  void all_nodesWithDifferentVersions_areANotice() {
    assertThat(all(List.of(version("0.2.0"), version("0.1.0")), partition(0, 0)))
        .extracting(Finding::level, Finding::text)
        .containsExactly(
            tuple(Level.NOTICE, "Nodes run different versions of the plug-in: 0.1.0, 0.2.0."));
  }

  private static NodeState version(String goodput) {
    return new NodeState(line(null, null), goodput, null, 0, false, 0, 0, 0, 0, 0, 0);
  }

  /** A node that executes 1,000 requests per second, of which some fail. */
  private static NodeState failing(double perSecond) {
    return new NodeState(line(null, null), null, null, 0, false, 0, 0, 0, 0, perSecond, 0);
  }

  private static NodeLine line(@Nullable Double warmed, @Nullable FairShares shares) {
    return new NodeLine(
        "a", "up", new Operations(900, 1, 1, 1), new Operations(100, 1, 1, 1), warmed, shares);
  }

  private List<Finding> all(List<NodeState> nodes, BusyPartition partition) {
    return all(new Demand(), nodes, partition);
  }

  private List<Finding> all(Demand demand, List<NodeState> nodes, BusyPartition partition) {
    Map<String, @Nullable Object> client =
        Map.of(
            "keyspace_name", "demo",
            "table_name", "posts",
            "kind", "reads",
            "token", "42",
            "role", "app",
            "client_address", "10.0.0.7");
    demand.add(limits, List.of(partition));
    demand.complete(nodes);
    return new Findings(
            nodes, demand, limits, List.of(partition), List.of(client), overrides, events, lacking)
        .all();
  }

  private static Map<String, @Nullable Object> override(int readsPerSecond) {
    return Map.of(
        "keyspace_name", "demo",
        "table_name", "posts",
        "partition_key", "1",
        "max_reads_per_second", readsPerSecond);
  }

  private static LimitLine limit(int perSecond, String mode) {
    return new LimitLine(READS, perSecond, mode, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  private static BusyPartition partition(double perSecond, double rejected) {
    return new BusyPartition(READS, "1", "42", perSecond, rejected, 0, null, null, null, null);
  }

  private static NodeState up(String address, double perSecond) {
    return state(
        new NodeLine(
            address,
            "up",
            new Operations(perSecond, 1, 1, 1),
            new Operations(0, 1, 1, 1),
            null,
            null));
  }

  private static NodeState node(String address, String state) {
    return state(new NodeLine(address, state, null, null, null, null));
  }

  private static NodeState state(NodeLine line) {
    return new NodeState(line, null, null, 0, false, 0, 0, 0, 0, 0, 0);
  }
}
