package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaHeatsTest {

  private static final long NOW = Long.MAX_VALUE - 5;
  private static final long SECOND = Nanos.PER_SECOND;
  private static final long OLD = 24 * 3_600 * SECOND;
  private static final double FAIR = 2 / 3.0;
  private static final double COLD = 2 / 11.0;
  private static final List<String> ABC = List.of("a", "b", "c");

  private final ReplicaHeats<String> heats = new ReplicaHeats<>(LockInPrevention.DEFAULT);

  @Test
  void shares_ofEquallyWarmNodes_areEqual() {
    reportWarm("a", "b", "c");

    assertThat(shareOf("a")).isCloseTo(FAIR, within(1e-12));
  }

  @Test
  void shares_ofANodeThatHasNotReported_areThoseOfAColdNode() {
    reportWarm("b", "c");

    assertThat(shareOf("a")).isCloseTo(COLD, within(1e-12));
  }

  @Test
  void shares_ofARestartedNode_areThoseOfAColdNode() {
    reportWarm("a", "b", "c");
    heats.report("a", new HeatReport(2, 0, 0, 0, 1, 0), NOW);

    assertThat(shareOf("a")).isCloseTo(COLD, within(1e-12));
  }

  @Test
  void shares_ofANodeThatFillsItsCache_countFillsAsMisses() {
    reportWarm("b", "c");
    heats.report("a", new HeatReport(1, OLD, 1_000_000, 0.8, 1, 0.1), NOW);

    assertThat(shareOf("a")).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void shares_ofANodeThatFillsItsCacheFast_countNoMoreFillsThanMisses() {
    reportWarm("b", "c");
    heats.report("a", new HeatReport(1, OLD, 1_000_000, 0.8, 1, 3), NOW);

    assertThat(shareOf("a")).isCloseTo(0.4, within(1e-12));
  }

  @Test
  void report_ofAnOlderGeneration_isVoid() {
    reportWarm("a", "b", "c");
    heats.report("a", new HeatReport(2, 0, 0, 0, 1, 0), NOW);
    heats.report("a", new HeatReport(1, OLD, 2_000_000, 0.8, 1, 0), NOW);

    assertThat(shareOf("a")).isCloseTo(COLD, within(1e-12));
  }

  @Test
  void report_afterANewerOne_isVoid() {
    reportWarm("b", "c");
    heats.report("a", new HeatReport(1, OLD, 2_000_000, 0.2, 1, 0), NOW - SECOND);
    heats.report("a", new HeatReport(1, OLD, 1_500_000, 0.8, 1, 0), NOW);

    assertThat(shareOf("a")).isLessThan(FAIR / 2);
  }

  @Test
  void report_rightAfterAnother_isIgnored() {
    long soon = ReplicaHeats.MIN_INTERVAL_NANOS - 1;
    reportWarm("a", "b", "c");
    heats.report("a", new HeatReport(1, OLD, 2_000_000, 0.2, 1, 0), NOW + soon);

    assertThat(shareOf("a")).isCloseTo(FAIR, within(1e-12));
  }

  @Test
  void haveReported_isTrueWhenAllNodesHave() {
    reportWarm("a", "b");
    assertThat(heats.haveReported(ABC)).isFalse();

    reportWarm("c");
    assertThat(heats.haveReported(ABC)).isTrue();
  }

  @Test
  void shares_withinTheDeadBand_areEqual() {
    reportWarm("b", "c");
    heats.report("a", new HeatReport(1, OLD, 1_000_000, 0.78, 1, 0), NOW);

    assertThat(shareOf("a")).isCloseTo(FAIR, within(1e-12));
  }

  @Test
  void shares_beyondTheDeadBand_differ() {
    reportWarm("b", "c");
    heats.report("a", new HeatReport(1, OLD, 1_000_000, 0.74, 1, 0), NOW);

    // 2 (1 / 0.26) / (1 / 0.26 + 2 / 0.2)
    assertThat(shareOf("a")).isCloseTo(20 / 36.0, within(1e-12));
  }

  @Test
  void shares_halfwayUpTheRamp_areThoseOfANodeHalfAsWarmAsTheBest() {
    reportWarm("b", "c");
    heats.report("a", new HeatReport(2, 0, 0, 0, 1, 0), NOW);

    // 2 (1 / 0.6) / (1 / 0.6 + 2 / 0.2)
    assertThat(shareOf("a", 300 * SECOND)).isCloseTo(2 / 7.0, within(1e-3));
  }

  @Test
  void shares_atTheTopOfTheRamp_areFair() {
    reportWarm("b", "c");
    heats.report("a", new HeatReport(2, 0, 0, 0, 1, 0), NOW);

    assertThat(shareOf("a", 900 * SECOND)).isCloseTo(FAIR, within(1e-12));
  }

  @Test
  void shares_afterTheRamp_followTheReportedHitRate() {
    heats.report("a", new HeatReport(2, OLD, 1, 0.0, 1, 0), NOW);
    reportWarm("b", "c");

    assertThat(shareOf("a")).isCloseTo(COLD, within(1e-12));
  }

  @Test
  void shares_ofANodeWithoutReads_areUnchanged() {
    heats.report("a", new HeatReport(1, OLD, 1_000_000, 0.2, 1, 0), NOW - SECOND);
    reportWarm("b", "c");

    // 2 (1 / 0.8) / (1 / 0.8 + 2 / 0.2)
    assertThat(shareOf("a")).isCloseTo(2 / 9.0, within(0.01));
  }

  @Test
  void shares_ofANodeWithoutReads_areFairAfterMinutes() {
    long before = NOW - 10 * ReplicaHeats.DRIFT_HALF_LIFE_NANOS;
    heats.report("a", new HeatReport(1, OLD, 1_000_000, 0.2, 1, 0), before);
    heats.report("a", new HeatReport(1, OLD, 1_000_000, 0.2, 1, 0), NOW);
    reportWarm("b", "c");

    assertThat(shareOf("a")).isCloseTo(FAIR, within(1e-12));
  }

  @Test
  void shares_whileOneNodeCoordinatesMore_areStillFair() {
    reportWarm("b", "c");
    heats.report("a", new HeatReport(1, OLD, 1_000_000, 0.8, 8, 0), NOW);
    ReadShares shares = heats.shares(ABC, 2, NOW);

    assertThat(shares.probability(0, 0)).isCloseTo(FAIR / 0.8, within(1e-12));
    assertThat(shares.target(0)).isCloseTo(FAIR, within(1e-12));
  }

  @Test
  void forget_makesANodeCold() {
    reportWarm("a", "b", "c");
    heats.forget("a");

    assertThat(shareOf("a")).isCloseTo(COLD, within(1e-12));
  }

  @Test
  void shares_withMoreContactedThanReplicas_throws() {
    assertThatThrownBy(() -> heats.shares(ABC, 4, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("4 of 3 replicas to contact");
  }

  private void reportWarm(String... nodes) {
    for (String node : nodes) {
      heats.report(node, new HeatReport(1, OLD, 1_000_000, 0.8, 1, 0), NOW);
    }
  }

  private double shareOf(String node) {
    return shareOf(node, 0);
  }

  private double shareOf(String node, long later) {
    for (String warm : List.of("b", "c")) {
      heats.report(warm, new HeatReport(1, OLD + later, 2_000_000, 0.8, 1, 0), NOW + later);
    }
    return heats.shares(ABC, 2, NOW + later).target(ABC.indexOf(node));
  }
}
