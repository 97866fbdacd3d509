package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Files at level 0 of a million bytes each, of which there are to be a hundred at most. */
class CompactionDebtTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long FILE = 1_000_000;

  private final CompactionDebt debt = new CompactionDebt(100, 0, 0);
  private long now;
  private long written;
  private int files;

  @Test
  void rate_upToHalfOfTheCeiling_isFree() {
    grow(50);

    assertThat(debt.rate(written, now)).isInfinite();
  }

  @Test
  void rate_atThreeQuarters_isWhatCompactionKeepsUpWith() {
    // Twenty files come and ten go every ten seconds.
    while (files < 75) {
      grow(20);
      compact(10);
    }

    assertThat(files).isBetween(75, 85);
    assertThat(debt.rate(written, now) / ramp()).isCloseTo(FILE, within(0.1 * FILE));
  }

  @Test
  void rate_fallsWithTheDebt_andIsZeroAtTheCeiling() {
    double last = Double.POSITIVE_INFINITY;
    grow(50);
    while (files < 100) {
      grow(1);
      double rate = debt.rate(written, now);
      assertThat(rate).isLessThan(last);
      last = rate;
    }
    assertThat(last).isZero();
  }

  @Test
  void rate_justAboveHalf_isHigh_soThatThereIsNoStep() {
    grow(51);

    assertThat(debt.rate(written, now)).isGreaterThan(40 * FILE);
  }

  private double ramp() {
    double share = files / 100.0;
    return (1 - share) / (share - 0.5);
  }

  /** A file every half second. */
  private void grow(int more) {
    for (int file = 0; file < more; file++) {
      now += SECOND / 2;
      written += FILE;
      files++;
      debt.changed(files, 0, written, now);
    }
  }

  private void compact(int fewer) {
    files -= fewer;
    debt.changed(files, fewer, written, now);
  }
}
