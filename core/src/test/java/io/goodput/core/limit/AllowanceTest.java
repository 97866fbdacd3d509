package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowanceTest {

  private static final long COST = Allowance.cost(100);
  private static final double UNLIKELY = 0.999;

  @Test
  void cost_isASecondDividedByTheLimit() {
    assertThat(COST).isEqualTo(10_000_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE / 2, -1, 0, 1, Long.MAX_VALUE / 2})
  void used_ofAPartitionNeverPaidFor_isNothing(long now) {
    assertThat(Allowance.used(Allowance.UNUSED, now)).isZero();
  }

  @Test
  void used_whenThePaidTimeIsOver_isNothing() {
    assertThat(Allowance.used(1_000, 2_000)).isZero();
  }

  @Test
  void admits_whileLittleIsUsed_whateverTheCurveSays() {
    long used = Allowance.FREE_NANOS + 2 * COST;

    assertThat(Allowance.admits(used, COST, UNLIKELY, 0.001)).isTrue();
  }

  @Test
  void admits_fromThereOn_asTheCurveSays() {
    long used = Allowance.FREE_NANOS + 2 * COST + 1;

    assertThat(Allowance.admits(used, COST, 0.5, 0.5)).isFalse();
    assertThat(Allowance.admits(used, COST, 0.49, 0.5)).isTrue();
  }

  @Test
  void admits_beyondTheBurst_nothing() {
    long used = Allowance.BURST_NANOS + 2 * COST + 1;

    assertThat(Allowance.admits(used, COST, 0, 1)).isFalse();
  }
}
