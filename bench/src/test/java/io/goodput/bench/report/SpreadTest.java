package io.goodput.bench.report;

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
}
