package io.goodput.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.doctor.NodeReport.Plugin;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DiagnosisTest {

  private static final Plugin SOUND = plugin("1.0", 0, Map.of());

  private static Plugin plugin(String version, long faults, Map<String, String> settings) {
    return new Plugin(version, faults, 0, 0, "", settings, List.of(), Map.of(), 0, null);
  }

  private static NodeReport node(String address, @Nullable Plugin plugin) {
    return node(address, plugin, 0, Map.of());
  }

  private static NodeReport node(
      String address, @Nullable Plugin plugin, long ahead, Map<String, String> settings) {
    return new NodeReport(
        address, address, NodeReport.State.UP, plugin, ahead, 2, settings, Map.of());
  }

  private static List<String> problems(NodeReport... nodes) {
    return Diagnosis.of(List.of(nodes)).stream()
        .map(finding -> finding.node() + " " + finding.problem())
        .toList();
  }

  @Test
  void of_soundNodes_findsNothing() {
    assertThat(problems(node("a", SOUND), node("b", SOUND))).isEmpty();
  }

  @Test
  void of_nodeThatIsDown_says() {
    assertThat(problems(NodeReport.silent("a", NodeReport.State.DOWN)))
        .containsExactly("a does not answer");
  }

  @Test
  void of_nodeWithoutPlugin_says() {
    assertThat(problems(node("a", null)))
        .containsExactly("a runs without Goodput and enforces no limit");
  }

  @Test
  void of_faults_says() {
    assertThat(problems(node("a", plugin("1.0", 3, Map.of()))))
        .containsExactly("a Goodput has failed 3 times");
  }

  @Test
  void of_operationsUncounted_says() {
    Plugin full = new Plugin("1.0", 0, 7, 0, "", Map.of(), List.of(), Map.of(), 0, null);

    assertThat(problems(node("a", full)))
        .containsExactly("a has admitted 7 operations uncounted, as its counters were full");
  }

  @Test
  void of_moreBusyPartitionsThanShared_says() {
    Plugin busy = new Plugin("1.0", 0, 0, 1500, "", Map.of(), List.of(), Map.of(), 0, null);

    assertThat(problems(node("a", busy)))
        .containsExactly(
            "a has 1500 busy partitions, and shares the limits of 1024 with other nodes");
  }

  @Test
  void of_workInDebt_says() {
    Plugin late =
        new Plugin("1.0", 0, 0, 0, "", Map.of(), List.of(), Map.of("compaction", 0.75), 0, null);

    assertThat(problems(node("a", late)))
        .containsExactly("a the debt of compaction is 0.8 of its bound");
  }

  @Test
  void of_workWithLittleDebt_findsNothing() {
    Plugin early =
        new Plugin("1.0", 0, 0, 0, "", Map.of(), List.of(), Map.of("compaction", 0.49), 0, null);

    assertThat(problems(node("a", early))).isEmpty();
  }

  @Test
  void of_runawaysThatAreOnlyObserved_says() {
    Plugin observing = new Plugin("1.0", 0, 0, 0, "", Map.of(), List.of(), Map.of(), 2, null);

    assertThat(problems(node("a", observing)))
        .containsExactly("a has seen 2 statements run away, and only observed them");
  }

  @Test
  void of_asManyBusyPartitionsAsShared_findsNothing() {
    Plugin busy = new Plugin("1.0", 0, 0, 1024, "", Map.of(), List.of(), Map.of(), 0, null);

    assertThat(problems(node("a", busy))).isEmpty();
  }

  @Test
  void of_versions_saysWhichNodesRunWhich() {
    assertThat(problems(node("a", SOUND), node("b", plugin("2.0", 0, Map.of())), node("c", SOUND)))
        .containsExactly("cluster nodes run different versions of Goodput: 1.0 on a, c; 2.0 on b");
  }

  @Test
  void of_settings_saysWhichNodesDiffer() {
    assertThat(
            problems(
                node("a", plugin("1.0", 0, Map.of("fair_shares", "on"))),
                node("b", plugin("1.0", 0, Map.of("fair_shares", "off")))))
        .containsExactly("cluster nodes differ in fair_shares: off on b; on on a");
  }

  @Test
  void of_clockAhead_says() {
    assertThat(problems(node("a", SOUND), node("b", SOUND, 2000, Map.of())))
        .containsExactly("b its clock is 1998 ms ahead of another node's");
  }

  @Test
  void of_clockAheadWithinTheRoundTrip_findsNothing() {
    assertThat(problems(node("a", SOUND), node("b", SOUND, 501, Map.of()))).isEmpty();
  }

  @Test
  void of_observedLimit_says() {
    Plugin observing = new Plugin("1.0", 0, 0, 0, "", Map.of(), List.of("ks.t"), Map.of(), 0, null);

    assertThat(problems(node("a", observing))).containsExactly("a only observes the limit of ks.t");
  }

  @Test
  void of_slowNode_doesNotSayToRemoveIt() {
    assertThat(problems(NodeReport.silent("a", NodeReport.State.SLOW)))
        .containsExactly("a does not answer in time");
  }

  @Test
  void of_limitsThatAreNotEnforced_says() {
    assertThat(problems(node("a", plugin("1.0", 0, Map.of("enforce_limits", "false")))))
        .containsExactly("a enforces no limit");
  }

  @Test
  void of_weightedReadsWithoutChunkCache_says() {
    assertThat(
            problems(
                node(
                    "a",
                    plugin("1.0", 0, Map.of("heat_weighted_reads", "true")),
                    0,
                    Map.of("file_cache_enabled", "false"))))
        .containsExactly("a weights reads by the heat of a chunk cache that is off");
  }

  @Test
  void of_lateRequestsWithStartTimeOfRequest_says() {
    assertThat(
            problems(
                node(
                    "a",
                    plugin("1.0", 0, Map.of("drop_late_requests", "true")),
                    0,
                    Map.of("cql_start_time", "REQUEST"))))
        .containsExactly(
            "a executes requests for their whole timeout after they have waited in the queue");
  }
}
