package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShareMeterTest {

  private final ShareMeter meter = new ShareMeter();

  @Test
  void shares_withoutReads_areNaN() {
    meter.addSecond(0, 0, 0);

    assertThat(meter.wanted()).isNaN();
    assertThat(meter.given()).isNaN();
  }

  @Test
  void shares_ofOneSecond_areThoseOfItsReads() {
    add(1, 100, 20, 25);

    assertThat(meter.wanted()).isEqualTo(0.2);
    assertThat(meter.given()).isEqualTo(0.25);
  }

  @Test
  void shares_afterThreeSeconds_areHalfwayToTheNewOnes() {
    add(1_000, 100, 0, 0);
    add(3, 100, 100, 50);

    assertThat(meter.wanted()).isCloseTo(0.5, within(1e-9));
    assertThat(meter.given()).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void readsPerSecond_afterALongTime_isTheRate() {
    add(1_000, 100, 0, 0);

    assertThat(meter.readsPerSecond()).isCloseTo(100, within(1e-9));
  }

  private void add(int seconds, int reads, int wanted, int given) {
    for (int i = 0; i < seconds; i++) {
      meter.addSecond(reads, wanted, given);
    }
  }
}
