package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void of_anOddNumberOfRounds_hasTheMiddleOne() {
    assertThat(Spread.of(List.of(3.0, 1.0, 9.0))).isEqualTo(new Spread(3, 1, 9));
  }

  @Test
  void of_anEvenNumberOfRounds_hasTheMeanOfTheMiddleTwo() {
    assertThat(Spread.of(List.of(4.0, 1.0, 9.0, 2.0)).median()).isEqualTo(3);
  }

  @Test
  void ratio_roundsThatDiffer_hasTheRange() {
    assertThat(Spread.of(List.of(0.9, 0.96)).ratio()).isEqualTo("0.93 (0.90 to 0.96)");
  }

  @Test
  void text_roundsThatAreAlike_hasNoRange() {
    assertThat(Spread.of(List.of(0.1, 0.2)).text(0)).isEqualTo("0");
  }
}
