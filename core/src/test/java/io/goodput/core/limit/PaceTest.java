package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

  private static final double UNLIKELY = 0.999;
  private static final double CERTAIN = 1;

  private final Pace pace = Pace.of(100, 0.5, 1);

  @Test
  void cost_isASecondDividedByThePace() {
    assertThat(pace.costNanos()).isEqualTo(10_000_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE / 2, -1, 0, 1, Long.MAX_VALUE / 2})
  void used_ofAPartitionNeverPaidFor_isNothing(long now) {
    assertThat(Allowance.usedNanos(Allowance.UNUSED, now)).isZero();
  }

  @Test
  void used_whenThePaidTimeIsOver_isNothing() {
    assertThat(Allowance.usedNanos(1_000, 2_000)).isZero();
  }

  @Test
  void admits_whileLittleIsUsed_whateverTheProbability() {
    assertThat(pace.admits(pace.freeNanos(), UNLIKELY, 0.001)).isTrue();
  }

  @Test
  void admits_withoutFree_asTheProbabilitySays() {
    assertThat(pace.withoutFree().admits(0, 0.5, CERTAIN)).isFalse();
    assertThat(pace.withoutFree().admits(0, 0.49, CERTAIN)).isTrue();
  }

  @Test
  void admits_beyondWhatIsFree_asTheProbabilitySays() {
    assertThat(pace.admits(pace.freeNanos() + 1, 0.5, CERTAIN)).isFalse();
    assertThat(pace.admits(pace.freeNanos() + 1, 0.49, CERTAIN)).isTrue();
  }

  @Test
  void admits_byCurve_asTheCurveSays() {
    Pace byCurve = Pace.of(100, Pace.BY_CURVE, 1);

    assertThat(byCurve.admits(byCurve.freeNanos() + 1, 0.3, 0.25)).isFalse();
    assertThat(byCurve.admits(byCurve.freeNanos() + 1, 0.2, 0.25)).isTrue();
  }

  @Test
  void admits_beyondTheBurst_nothing() {
    assertThat(pace.admits(pace.burstNanos() + 1, 0, CERTAIN)).isFalse();
  }

  @Test
  void burst_isSharedByTheNodes() {
    assertThat(Pace.of(100, 1, 4).burstNanos()).isEqualTo(pace.burstNanos() / 4);
  }
}
