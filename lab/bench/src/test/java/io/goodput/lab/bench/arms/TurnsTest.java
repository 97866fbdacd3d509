package io.goodput.lab.bench.arms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {

  @Test
  void of_eachRound_beginsWithAnotherOne() {
    List<Arm> all = List.of(Arm.values());

    assertThat(Turns.of(all, 1)).isEqualTo(all);
    assertThat(Turns.of(all, 2)).containsExactly(Arm.TUNED, Arm.GOODPUT, Arm.STOCK);
  }
}
