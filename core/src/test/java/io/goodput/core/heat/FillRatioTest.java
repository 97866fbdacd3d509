package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import org.junit.jupiter.api.Test;

class FillRatioTest {

  private static final long TENTH = 100 * Nanos.PER_MILLI;

  private final FillRatio ratio = new FillRatio(0, 0, 0);
  private long fills;
  private long reads;
  private long now;

  @Test
  void ratio_withoutASample_isZero() {
    assertThat(ratio.ratio()).isZero();
  }

  @Test
  void ratio_ofASteadyFill_isFillsPerRead() {
    run(50, 4, 10);

    assertThat(ratio.ratio()).isCloseTo(0.4, within(1e-3));
  }

  @Test
  void ratio_afterTheFillHasEnded_isNearlyZeroWithinSeconds() {
    run(50, 4, 10);
    run(30, 0, 10);

    assertThat(ratio.ratio()).isLessThan(0.01);
  }

  @Test
  void ratio_withoutReads_isFillsPerSecond() {
    run(50, 4, 0);

    assertThat(ratio.ratio()).isCloseTo(40, within(0.1));
  }

  @Test
  void ratio_withoutFillsAndReads_isZero() {
    run(50, 0, 0);

    assertThat(ratio.ratio()).isZero();
  }

  private void run(int tenths, int fillsEach, int readsEach) {
    for (int i = 0; i < tenths; i++) {
      fills += fillsEach;
      reads += readsEach;
      now += TENTH;
      ratio.sample(fills, reads, now);
    }
  }
}
