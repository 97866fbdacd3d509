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
  void hitRate_beforeAnyRead_isThatOfAColdCache() {
    average.sample(hits, reads, now + TICK);

    assertThat(average.hitRate()).isZero();
  }

  @Test
  void hitRate_ofTheFirstReads_isTheirs() {
    serve(1, 10, 4);

    assertThat(average.hitRate()).isEqualTo(0.4);
  }

  @Test
  void hitRate_ofManyReads_isHalfNewAfterTheHalfLife() {
    serve(200, 10_000, 0);
    serve(20, 10_000, 10_000);

    assertThat(average.hitRate()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void hitRate_ofFewReads_isOfEnoughOfThem() {
    serve(1_000, 10, 0);
    serve(HitRateAverage.ENOUGH_READS / 20, 10, 10);

    // Half of them replaced, each by one: 1 - (1 - 10 / 4,400) ^ 220.
    assertThat(average.hitRate()).isCloseTo(0.394, within(0.001));
  }

  @Test
  void hitRate_withoutReads_staysAsItIs() {
    serve(1, 10_000, 7_000);
    serve(10_000, 0, 0);

    assertThat(average.hitRate()).isEqualTo(0.7);
  }

  @Test
  void hitRate_afterTheTotalsWereReset_isNeverOutOfRange() {
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
