package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RateAverageTest {

  private static final long TICK = RateAverage.HALF_LIFE_NANOS / 20;

  private long now = Long.MAX_VALUE - TICK;
  private long total = 1_000;
  private final RateAverage average = new RateAverage(total, now);

  @Test
  void perSecond_afterTheHalfLife_isHalfWayToTheNewRate() {
    count(20, 10);

    // Ten in every fortieth of a second.
    assertThat(average.perSecond()).isCloseTo(200, within(1e-9));
  }

  @Test
  void perSecond_afterLong_isTheRate() {
    count(1_000, 10);

    assertThat(average.perSecond()).isCloseTo(400, within(1e-9));
  }

  @Test
  void sample_thatIsNotLater_isIgnored() {
    count(1_000, 10);
    average.sample(total + 1_000_000, now);

    assertThat(average.perSecond()).isCloseTo(400, within(1e-9));
  }

  private void count(int ticks, int perTick) {
    for (int i = 0; i < ticks; i++) {
      now += TICK;
      total += perTick;
      average.sample(total, now);
    }
  }
}
