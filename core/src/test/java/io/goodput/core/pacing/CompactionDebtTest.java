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
  void rate_atThreeQuarters_isHalfAsMuchAgainAsCompactionKeepsUpWith() {
    // Twenty files come and ten go every ten seconds.
    while (files < 75) {
      grow(20);
      compact(10);
    }

    assertThat(files).isEqualTo(80);
    double slope = Slope.at(0.4);
    assertThat(debt.rate(written, now) / slope).isCloseTo(1.5 * FILE, within(0.01 * FILE));
  }

  @Test
  void rate_whileACompactionRuns_isThatOfTheLastOnes() {
    while (files < 60) {
      grow(20);
      compact(10);
    }
    double before = debt.rate(written, now) / Slope.at(0.8);

    grow(10);

    assertThat(debt.rate(written, now) / Slope.at(0.6)).isCloseTo(before, within(1.0));
  }

  @Test
  void rate_afterAnHourWithNextToNothingToCompact_isWhatCompactionCanDo() {
    for (int hour = 0; hour < 4; hour++) {
      grow(20);
      compact(20);
      now += 3_600 * SECOND;
    }
    grow(75);

    assertThat(debt.rate(written, now) / Slope.at(0.5)).isGreaterThan(2 * FILE);
  }

  @Test
  void rate_fallsWithTheDebt_andIsZeroAtTheCeiling() {
    double last = Double.POSITIVE_INFINITY;
    grow(50);
    while (files < 100) {
      grow(1);
      double rate = debt.rate(written, now);
      assertThat(rate).isLessThanOrEqualTo(last);
      last = rate;
    }
    assertThat(last).isZero();
  }

  @Test
  void rate_justAboveHalf_isHigh_soThatThereIsNoStep() {
    grow(51);

    assertThat(debt.rate(written, now)).isGreaterThan(15 * FILE);
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
