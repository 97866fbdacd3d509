package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import org.junit.jupiter.api.Test;

/** Files of a million bytes at level 0, with a ceiling of one hundred files. */
class CompactionDebtTest {

  private static final long SECOND = Nanos.PER_SECOND;
  private static final long FILE = 1_000_000;

  private final CompactionDebt debt = new CompactionDebt(100, 0, 0);
  private long now;
  private long written;
  private int files;

  @Test
  void rate_upToHalfOfTheCeiling_isInfinite() {
    grow(50);

    assertThat(debt.rate(written, now)).isInfinite();
  }

  @Test
  void rate_aboveHalf_isOneAndAHalfTimesWhatCompactionKeepsUpWith() {
    // Every ten seconds, twenty files are added and ten removed.
    while (files < 75) {
      grow(20);
      compact(10);
    }

    assertThat(files).isEqualTo(80);
    double slope = Slope.at(0.4);
    assertThat(debt.rate(written, now) / slope).isCloseTo(1.5 * FILE, within(0.01 * FILE));
  }

  @Test
  void rate_duringACompaction_isThatOfTheLastCompactions() {
    while (files < 60) {
      grow(20);
      compact(10);
    }
    double before = debt.rate(written, now) / Slope.at(0.8);

    grow(10);

    assertThat(debt.rate(written, now) / Slope.at(0.6)).isCloseTo(before, within(1.0));
  }

  @Test
  void rate_afterHoursWithNearlyNoDebt_isWhatCompactionCanDo() {
    for (int hour = 0; hour < 4; hour++) {
      grow(20);
      compact(20);
      now += 3_600 * SECOND;
    }
    grow(75);

    assertThat(debt.rate(written, now) / Slope.at(0.5)).isGreaterThan(2 * FILE);
  }

  @Test
  void rate_asTheDebtGrows_fallsToZeroAtTheCeiling() {
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
  void rate_justAboveHalf_isHigh() {
    grow(51);

    assertThat(debt.rate(written, now)).isGreaterThan(15 * FILE);
  }

  @Test
  void corrected_upwards_isNoDebtThatWritesCaused() {
    while (files < 75) {
      grow(20);
      compact(10);
    }
    double before = debt.rate(written, now) / Slope.at(0.4);

    debt.corrected(70, now);
    debt.corrected(80, now);

    assertThat(debt.rate(written, now) / Slope.at(0.4)).isCloseTo(before, within(1.0));
  }

  /** Adds a file every half second. */
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
