package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HitRateAverageTest {

  private static final long TICK = HitRateAverage.HALF_LIFE_NANOS / 20;

  private long now = Long.MAX_VALUE - TICK;
  private long hits = 1_000;
  private long reads = 5_000;
  private final HitRateAverage average = new HitRateAverage(hits, reads, now);

  @Test
  void hitRate_beforeAnyRead_isZero() {
    average.sample(hits, reads, now + TICK);

    assertThat(average.hitRate()).isZero();
  }

  @Test
  void hitRate_ofTheFirstReads_isTheirs() {
    serve(1, 10, 4);

    assertThat(average.hitRate()).isEqualTo(0.4);
  }

  @Test
  void hitRate_ofManyReads_isHalfwayToTheNewRateAfterTheHalfLife() {
    serve(200, 10_000, 0);
    serve(20, 10_000, 10_000);

    assertThat(average.hitRate()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void hitRate_ofFewReads_coversEnoughOfThem() {
    serve(1_000, 10, 8);
    serve(10, 10, 7);

    // 100 of 4,400 reads had a hit rate lower by 0.1: 0.8 - 0.1 (1 - (1 - 10 / 4,400) ^ 10).
    assertThat(average.hitRate()).isCloseTo(0.7977, within(0.0001));
  }

  @Test
  void hitRate_ofRecentReadsThatDifferByMoreThanChance_isThatOfTheRecentReads() {
    serve(1_000, 10, 2);
    serve(HitRateAverage.RECENT_READS / 10, 10, 8);

    // Two thirds of the last 1,000 reads are new: 0.2 + 0.6 (1 - (1 - 10 / 1,000) ^ 100).
    assertThat(average.hitRate()).isCloseTo(0.58, within(0.05));
  }

  @Test
  void hitRate_withoutReads_isUnchanged() {
    serve(1, 10_000, 7_000);
    serve(10_000, 0, 0);

    assertThat(average.hitRate()).isEqualTo(0.7);
  }

  @Test
  void hitRate_afterAResetOfTheTotals_staysInRange() {
    serve(1, 1_000, 500);
    average.sample(0, 0, now += TICK);
    average.sample(5_000, 100, now += TICK);

    assertThat(average.hitRate()).isBetween(0.5, 1.0);
  }

  @Test
  void sample_thatIsNotLater_isIgnored() {
    serve(1, 10_000, 7_000);
    average.sample(0, reads + 1_000_000, now);

    assertThat(average.hitRate()).isEqualTo(0.7);
  }

  private void serve(int ticks, int readsPerTick, int hitsPerTick) {
    for (int i = 0; i < ticks; i++) {
      now += TICK;
      reads += readsPerTick;
      hits += hitsPerTick;
      average.sample(hits, reads, now);
    }
  }
}
