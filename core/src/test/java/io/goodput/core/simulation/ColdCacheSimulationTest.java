package io.goodput.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.heat.Cures;
import io.goodput.core.simulation.ColdCacheSimulation.Policy;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ColdCacheSimulationTest {

  private static final long RAMP = ColdCacheScenario.SHARED_CACHE.cures().rampNanos();

  @Nested
  @DisplayName("A replica that restarts with an empty cache,")
  class Restart {

    private static final ColdCacheOutcome UNIFORM = outcomeOf(Policy.UNIFORM);
    private static final ColdCacheOutcome WEIGHTED = outcomeOf(Policy.WEIGHTED);
    private static final ColdCacheOutcome SHADOW_READS =
        outcomeOf(Policy.WEIGHTED_WITH_SHADOW_READS);
    private static final ColdCacheOutcome PREFETCH = outcomeOf(Policy.WEIGHTED_WITH_PREFETCH);
    private static final ColdCacheOutcome FILLED_BEFORE = outcomeOf(Policy.WEIGHTED_FILLED_BEFORE);

    @Test
    @DisplayName("before that, finds four of five keys in its cache")
    void steady() {
      assertThat(UNIFORM.steadyHitRate()).isBetween(0.78, 0.82);
    }

    @Test
    @DisplayName("has nearly three times the misses of its peers under its full share of the reads")
    void uniformMisses() {
      assertThat(UNIFORM.worstToPeers()).isBetween(2.2, 3.2);
    }

    @Test
    @DisplayName("makes the cluster slow under its full share of the reads")
    void uniformLatency() {
      assertThat(UNIFORM.warmingMillis()).isGreaterThan(5 * UNIFORM.steadyMillis());
    }

    @Test
    @DisplayName("has no more misses in its worst second than its peers, under its weighted share")
    void weightedMisses() {
      assertThat((double) WEIGHTED.coldPeakDiskReads())
          .isLessThan(1.2 * WEIGHTED.peersPeakDiskReads());
    }

    @Test
    @DisplayName("never has many more misses than its peers than the dead band ignores")
    void weightedMissesInAnySecond() {
      assertThat(WEIGHTED.worstToPeers())
          .isLessThan(1.1 * (1 + ColdCacheScenario.ZIPF.cures().deadBand()));
    }

    @Test
    @DisplayName("gives its peers little more to do under its weighted share")
    void weightedPeers() {
      assertThat((double) WEIGHTED.peersPeakDiskReads())
          .isLessThan(1.5 * WEIGHTED.steadyDiskReads());
    }

    @Test
    @DisplayName("makes the cluster hardly slower under its weighted share, on average")
    void weightedLatency() {
      assertThat(WEIGHTED.warmingMillis()).isLessThan(1.2 * WEIGHTED.steadyMillis());
    }

    @Test
    @DisplayName("makes the slowest reads hardly slower under its weighted share")
    void weightedSlowest() {
      assertThat(WEIGHTED.warmingP99Millis()).isLessThan(1.1 * WEIGHTED.steadyP99Millis());
    }

    @Test
    @DisplayName("takes longer to warm under its weighted share")
    void weightedWarmsLater() {
      assertThat(WEIGHTED.warmAfterSeconds()).isGreaterThan(UNIFORM.warmAfterSeconds());
    }

    @Test
    @DisplayName("warms sooner with reads in the background")
    void background() {
      assertThat((double) SHADOW_READS.warmAfterSeconds())
          .isLessThan(0.8 * WEIGHTED.warmAfterSeconds());
      assertThat((double) PREFETCH.warmAfterSeconds())
          .isLessThan(0.8 * WEIGHTED.warmAfterSeconds());
    }

    @Test
    @DisplayName("warms sooner still if it has filled a part of its cache before it takes part")
    void filledBefore() {
      assertThat((double) FILLED_BEFORE.warmAfterSeconds())
          .isLessThan(0.7 * PREFETCH.warmAfterSeconds());
    }

    @Test
    @DisplayName("keeps latency as it is if what it reads in the background counts as missed")
    void backgroundLatency() {
      assertThat(FILLED_BEFORE.warmingMillis()).isLessThan(1.03 * FILLED_BEFORE.steadyMillis());
    }

    @Test
    @DisplayName("has its fair share in the end")
    void inTheEnd() {
      assertThat(List.of(UNIFORM, WEIGHTED, SHADOW_READS, PREFETCH, FILLED_BEFORE))
          .allSatisfy(outcome -> assertThat(outcome.lastShare()).isGreaterThan(0.99));
    }

    private static ColdCacheOutcome outcomeOf(Policy policy) {
      return ColdCacheSimulation.run(ColdCacheScenario.ZIPF, policy);
    }
  }

  @Nested
  @DisplayName("Where a cache's hit rate falls with its traffic, weights alone")
  class LockIn {

    @Test
    @DisplayName("leave a replica in the cold that has restarted")
    void afterARestart() {
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE.with(Cures.NONE))).isLessThan(0.6);
    }

    @Test
    @DisplayName("tear apart replicas that were alike")
    void fromAlike() {
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE.with(Cures.NONE).withoutRestart()))
          .isLessThan(0.7);
    }

    @Test
    @DisplayName("and a dead band leave a replica in the cold that has restarted")
    void deadBandAlone() {
      assertThat(
              lastShare(
                  ColdCacheScenario.SHARED_CACHE.with(new Cures(Cures.DEFAULT.deadBand(), 0))))
          .isLessThan(0.6);
    }

    @Test
    @DisplayName("and a ramp tear apart replicas that were alike")
    void rampAlone() {
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE.with(new Cures(0, RAMP))))
          .isLessThan(0.7);
    }

    @Test
    @DisplayName("do neither with a dead band and a ramp")
    void both() {
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE)).isGreaterThan(0.99);
      assertThat(lastShare(ColdCacheScenario.SHARED_CACHE.withoutRestart())).isGreaterThan(0.99);
    }

    private static double lastShare(ColdCacheScenario scenario) {
      return ColdCacheSimulation.run(scenario, Policy.WEIGHTED).lastShare();
    }
  }
}
