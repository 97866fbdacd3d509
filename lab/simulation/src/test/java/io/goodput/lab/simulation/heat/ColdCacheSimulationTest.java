package io.goodput.lab.simulation.heat;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.heat.LockInPrevention;
import io.goodput.lab.simulation.heat.ColdCacheSimulation.Policy;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ColdCacheSimulationTest {

  private static final long RAMP = ColdCacheScenario.SHARED_CACHE.prevention().rampNanos();

  @Nested
  @DisplayName("A replica that restarts with an empty cache,")
  class Restart {

    private static final ColdCacheOutcome UNIFORM = outcomeOf(Policy.UNIFORM);
    private static final ColdCacheOutcome WEIGHTED = outcomeOf(Policy.WEIGHTED);
    private static final ColdCacheOutcome WARMED = outcomeOf(Policy.WEIGHTED_AND_WARMED);

    @Test
    @DisplayName("finds four of five keys in its cache before the restart")
    void steady() {
      assertThat(UNIFORM.steadyHitRate()).isBetween(0.78, 0.82);
    }

    @Test
    @DisplayName("misses nearly three times as often as its peers under a full share of the reads")
    void uniformMisses() {
      assertThat(UNIFORM.worstToPeers()).isBetween(2.2, 3.2);
    }

    @Test
    @DisplayName("makes the cluster slow under a full share of the reads")
    void uniformLatency() {
      assertThat(UNIFORM.warmingMillis()).isGreaterThan(5 * UNIFORM.steadyMillis());
    }

    @Test
    @DisplayName("misses no more in its worst second than its peers under a weighted share")
    void weightedMisses() {
      assertThat((double) WEIGHTED.coldPeakDiskReads())
          .isLessThan(1.2 * WEIGHTED.peersPeakDiskReads());
    }

    @Test
    @DisplayName("misses more than its peers by little more than the dead band, in any second")
    void weightedMissesInAnySecond() {
      assertThat(WEIGHTED.worstToPeers())
          .isLessThan(1.1 * (1 + ColdCacheScenario.ZIPF.prevention().deadBand()));
    }

    @Test
    @DisplayName("adds little to the disk reads of its peers under a weighted share")
    void weightedPeers() {
      assertThat((double) WEIGHTED.peersPeakDiskReads())
          .isLessThan(1.5 * WEIGHTED.steadyDiskReads());
    }

    @Test
    @DisplayName("adds little to the mean latency under a weighted share")
    void weightedLatency() {
      assertThat(WEIGHTED.warmingMillis()).isLessThan(1.2 * WEIGHTED.steadyMillis());
    }

    @Test
    @DisplayName("adds little to the 99th percentile of the latency under a weighted share")
    void weightedSlowest() {
      assertThat(WEIGHTED.warmingP99Millis()).isLessThan(1.1 * WEIGHTED.steadyP99Millis());
    }

    @Test
    @DisplayName("takes longer to warm under a weighted share")
    void weightedWarmsLater() {
      assertThat(WEIGHTED.warmAfterSeconds()).isGreaterThan(UNIFORM.warmAfterSeconds());
    }

    @Test
    @DisplayName(
        "warms in less than half the time if it reads its hottest keys before it takes part")
    void warmedSooner() {
      assertThat((double) WARMED.warmAfterSeconds()).isLessThan(0.4 * WEIGHTED.warmAfterSeconds());
    }

    @Test
    @DisplayName("leaves latency as it was if its reads in the background count as misses")
    void warmedLatency() {
      assertThat(WARMED.warmingMillis()).isLessThan(1.03 * WARMED.steadyMillis());
    }

    @Test
    @DisplayName("has a fair share of the reads in the end")
    void inTheEnd() {
      assertThat(List.of(UNIFORM, WEIGHTED, WARMED))
          .allSatisfy(outcome -> assertThat(outcome.lastShare()).isGreaterThan(0.99));
    }

    private static ColdCacheOutcome outcomeOf(Policy policy) {
      return ColdCacheSimulation.run(ColdCacheScenario.ZIPF, policy);
    }
  }

  @Nested
  @DisplayName("A replica that the dynamic snitch avoids because it restarted cold")
  class Avoided {

    private static final ColdCacheOutcome OUTCOME =
        ColdCacheSimulation.run(ColdCacheScenario.ZIPF, Policy.DYNAMIC_SNITCH);

    @Test
    @DisplayName("hardly slows reads")
    void latency() {
      assertThat(OUTCOME.warmingMillis()).isLessThan(3 * OUTCOME.steadyMillis());
    }

    @Test
    @DisplayName("serves next to no reads, and stays cold")
    void share() {
      assertThat(OUTCOME.lastShare()).isLessThan(0.2);
      assertThat(OUTCOME.lastHitRate()).isLessThan(0.5 * OUTCOME.steadyHitRate());
    }
  }

  @Nested
  @DisplayName("When all replicas restart, one after the other,")
  class Rolling {

    private static final ColdCacheScenario SCENARIO = ColdCacheScenario.ROLLING;
    private static final RollingRestartOutcome SNITCH = outcomeOf(Policy.DYNAMIC_SNITCH);
    private static final RollingRestartOutcome UNIFORM = outcomeOf(Policy.UNIFORM);
    private static final RollingRestartOutcome WEIGHTED = outcomeOf(Policy.WEIGHTED);
    private static final RollingRestartOutcome WARMED = outcomeOf(Policy.WEIGHTED_AND_WARMED);

    @Test
    @DisplayName("reads are slow without warming, because they need the replica that is cold")
    void slow() {
      assertThat(List.of(SNITCH, UNIFORM, WEIGHTED))
          .allSatisfy(outcome -> assertThat(outcome.slowSeconds()).isGreaterThan(25))
          .allSatisfy(outcome -> assertThat(outcome.lostPercent()).isGreaterThan(1.5));
    }

    @Test
    @DisplayName("reads are fast if each replica is warmed before it takes part")
    void warmed() {
      assertThat(WARMED.slowSeconds()).isLessThan(5);
      assertThat(WARMED.meanMillis()).isLessThan(1.1 * WARMED.steadyMillis());
      assertThat(WARMED.lostPercent()).isLessThan(0.1);
    }

    @Test
    @DisplayName("the dynamic snitch leaves the last replica cold")
    void cold() {
      assertThat(SNITCH.lastShare()).isLessThan(0.2);
      assertThat(SNITCH.warmSeconds()).isEqualTo(SCENARIO.seconds());
    }

    @Test
    @DisplayName("all replicas become warm under a weighted share")
    void warm() {
      assertThat(List.of(WEIGHTED, WARMED))
          .allSatisfy(outcome -> assertThat(outcome.warmSeconds()).isLessThan(120));
    }

    @Test
    @DisplayName("nothing helps where two disks cannot carry the reads of three warm ones")
    void tooMuch() {
      ColdCacheScenario tooMuch = SCENARIO.withRequestsPerSecond(700);

      assertThat(Policy.values())
          .allSatisfy(
              policy ->
                  assertThat(ColdCacheSimulation.runRolling(tooMuch, policy).slowSeconds())
                      .isGreaterThan(60));
    }

    private static RollingRestartOutcome outcomeOf(Policy policy) {
      return ColdCacheSimulation.runRolling(SCENARIO, policy);
    }
  }

  @Nested
  @DisplayName("Where the hit rate of a cache falls with its traffic, weights alone")
  class LockIn {

    @Test
    @DisplayName("keep a restarted replica cold")
    void afterARestart() {
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE.with(LockInPrevention.NONE)))
          .isLessThan(0.6);
    }

    @Test
    @DisplayName("drive equal replicas apart")
    void fromAlike() {
      assertThat(
              lastShare(
                  ColdCacheScenario.SHARED_CACHE.with(LockInPrevention.NONE).withoutRestart()))
          .isLessThan(0.7);
    }

    @Test
    @DisplayName("and a dead band keep a restarted replica cold")
    void deadBandAlone() {
      assertThat(
              lastShare(
                  ColdCacheScenario.SHARED_CACHE.with(
                      new LockInPrevention(LockInPrevention.DEFAULT.deadBand(), 0))))
          .isLessThan(0.6);
    }

    @Test
    @DisplayName("and a ramp drive equal replicas apart")
    void rampAlone() {
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE.with(new LockInPrevention(0, RAMP))))
          .isLessThan(0.7);
    }

    @Test
    @DisplayName("do neither if a dead band and a ramp come with them")
    void both() {
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE)).isGreaterThan(0.99);
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE.withoutRestart())).isGreaterThan(0.99);
    }

    private static double lastShare(ColdCacheScenario scenario) {
      return ColdCacheSimulation.run(scenario, Policy.WEIGHTED).lastShare();
    }
  }
}
