package io.goodput.lab.simulation.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpeedChangeTest {

  /** From 10 to 14 at a quarter of the speed. */
  private static final SpeedChange SLOW = new SpeedChange(10, 4, 0.25);

  @Test
  void end_beforeTheChange_isAtTheUsualSpeed() {
    assertThat(SLOW.end(7, 3)).isEqualTo(10);
  }

  @Test
  void end_afterTheChange_isAtTheUsualSpeed() {
    assertThat(SLOW.end(14, 3)).isEqualTo(17);
  }

  @Test
  void end_inTheChange_isLaterByTheFactor() {
    assertThat(SLOW.end(11, 0.5)).isEqualTo(13);
  }

  @Test
  void end_acrossTheChange_countsTheWorkOfEachPart() {
    assertThat(SLOW.end(9, 4)).isEqualTo(16);
  }

  @Test
  void end_inAStandstill_isAfterTheStandstill() {
    assertThat(new SpeedChange(10, 4, 0).end(9, 2)).isEqualTo(15);
  }

  @Test
  void end_withoutAChange_isAtTheUsualSpeed() {
    assertThat(SpeedChange.NONE.end(9, 4)).isEqualTo(13);
  }

  @Test
  void speed_isTheFactorInTheChangeAlone() {
    assertThat(SLOW.speed(9.9)).isEqualTo(1);
    assertThat(SLOW.speed(10)).isEqualTo(0.25);
    assertThat(SLOW.speed(14)).isEqualTo(1);
  }
}
