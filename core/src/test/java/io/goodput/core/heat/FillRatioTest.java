package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FillRatioTest {

  private static final long TENTH = 100_000_000;

  private final FillRatio ratio = new FillRatio(0, 0, 0);
  private long fills;
  private long reads;
  private long now;

  @Test
  void ratio_withoutASample_is0() {
    assertThat(ratio.ratio()).isZero();
  }

  @Test
  void ratio_ofASteadyFill_isItsReadsForEachRead() {
    run(50, 4, 10);

    assertThat(ratio.ratio()).isCloseTo(0.4, within(1e-3));
  }

  @Test
  void ratio_whenTheFillHasEnded_isNextTo0WithinSeconds() {
    run(50, 4, 10);
    run(30, 0, 10);

    assertThat(ratio.ratio()).isLessThan(0.01);
  }

  @Test
  void ratio_whileNothingIsRead_isTheFillsASecond() {
    run(50, 4, 0);

    assertThat(ratio.ratio()).isCloseTo(40, within(0.1));
  }

  @Test
  void ratio_ofNothingAtAll_is0() {
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
