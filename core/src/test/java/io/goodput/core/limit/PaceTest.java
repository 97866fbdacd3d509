package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

  private static final double UNLIKELY = 0.999;
  private static final long COUNT = 1_000;

  private final Pace pace = Pace.withProbability(100, 0.5, 1);

  @Test
  void admits_whileLittleIsUsed_ignoresTheProbability() {
    assertThat(pace.admits(pace.free(), COUNT, UNLIKELY)).isTrue();
  }

  @Test
  void admits_withoutFree_followsTheProbability() {
    assertThat(pace.withoutFree().admits(0, COUNT, 0.5)).isFalse();
    assertThat(pace.withoutFree().admits(0, COUNT, 0.49)).isTrue();
  }

  @Test
  void admits_aboveTheFreePart_followsTheProbability() {
    assertThat(pace.admits(pace.free() + 0.001, COUNT, 0.5)).isFalse();
    assertThat(pace.admits(pace.free() + 0.001, COUNT, 0.49)).isTrue();
  }

  @Test
  void admits_byCurve_followsTheCurve() {
    Pace byCurve = Pace.byCurve(100, 1);
    long count = 4 * 100;

    assertThat(AdmissionCurve.probability(count, 100)).isEqualTo(0.25);
    assertThat(byCurve.admits(byCurve.free() + 0.001, count, 0.3)).isFalse();
    assertThat(byCurve.admits(byCurve.free() + 0.001, count, 0.2)).isTrue();
  }

  @Test
  void admits_aboveTheBurst_isFalse() {
    assertThat(pace.admits(pace.burst() + 0.001, COUNT, 0)).isFalse();
  }

  @Test
  void burst_isDividedByTheNodes() {
    assertThat(Pace.withProbability(100, 1, 4).burst()).isEqualTo(pace.burst() / 4);
  }
}
