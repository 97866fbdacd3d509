package io.goodput.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpellTest {

  /** From 10 to 14 at a quarter of the speed. */
  private static final Spell SLOW = new Spell(10, 4, 0.25);

  @Test
  void end_beforeTheSpell_isAsOtherwise() {
    assertThat(SLOW.end(7, 3)).isEqualTo(10);
  }

  @Test
  void end_afterTheSpell_isAsOtherwise() {
    assertThat(SLOW.end(14, 3)).isEqualTo(17);
  }

  @Test
  void end_inTheSpell_isSoManyTimesLater() {
    assertThat(SLOW.end(11, 0.5)).isEqualTo(13);
  }

  @Test
  void end_acrossTheSpell_countsWhatIsDoneInEachPart() {
    assertThat(SLOW.end(9, 4)).isEqualTo(16);
  }

  @Test
  void end_inAStandstill_isAfterIt() {
    assertThat(new Spell(10, 4, 0).end(9, 2)).isEqualTo(15);
  }

  @Test
  void end_withoutASpell_isAsOtherwise() {
    assertThat(Spell.NEVER.end(9, 4)).isEqualTo(13);
  }

  @Test
  void speed_inTheSpell_isAnother() {
    assertThat(SLOW.speed(9.9)).isEqualTo(1);
    assertThat(SLOW.speed(10)).isEqualTo(0.25);
    assertThat(SLOW.speed(14)).isEqualTo(1);
  }
}
