package io.goodput.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EventRateTest {

  private static final long HALF_LIFE = Nanos.PER_SECOND / 2;
  private static final long TICK = HALF_LIFE / 20;

  private long now = Long.MAX_VALUE - TICK;
  private long total = 1_000;
  private final EventRate average = EventRate.averaged(HALF_LIFE, total, now);
  private final EventRate last = EventRate.ofLastInterval(total, now);

  @Test
  void perSecond_beforeTheSecondSample_isZero() {
    assertThat(average.perSecond()).isZero();
    assertThat(last.perSecond()).isZero();
  }

  @Test
  void averaged_afterTheHalfLife_isHalfwayToTheNewRate() {
    count(20, 10);

    // Ten events in every fortieth of a second.
    assertThat(average.perSecond()).isCloseTo(200, within(1e-9));
  }

  @Test
  void averaged_afterALongTime_isTheRate() {
    count(1_000, 10);

    assertThat(average.perSecond()).isCloseTo(400, within(1e-9));
  }

  @Test
  void ofLastInterval_afterAChange_isTheNewRateAtOnce() {
    count(1_000, 10);
    count(1, 30);

    assertThat(last.perSecond()).isCloseTo(1_200, within(1e-9));
  }

  @Test
  void sample_thatIsNotLater_isIgnored() {
    count(1_000, 10);
    average.sample(total + 1_000_000, now);
    last.sample(total + 1_000_000, now);

    assertThat(average.perSecond()).isCloseTo(400, within(1e-9));
    assertThat(last.perSecond()).isCloseTo(400, within(1e-9));
  }

  @Test
  void sample_totalThatFalls_countsNoEvents() {
    count(1_000, 10);
    total -= 1_000_000;
    count(1, 0);

    assertThat(last.perSecond()).isZero();
    assertThat(average.perSecond()).isBetween(0.0, 400.0);
  }

  private void count(int ticks, int perTick) {
    for (int i = 0; i < ticks; i++) {
      now += TICK;
      total += perTick;
      average.sample(total, now);
      last.sample(total, now);
    }
  }
}
