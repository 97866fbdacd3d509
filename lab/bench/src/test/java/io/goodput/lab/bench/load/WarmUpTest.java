package io.goodput.lab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  @Test
  void isStable_lastThreeAlike_isTrue() {
    assertThat(WarmUp.isStable(List.of(500.0, 1000.0, 1060.0, 1030.0))).isTrue();
  }

  @Test
  void isStable_oneOfTheLastThreeApart_isFalse() {
    assertThat(WarmUp.isStable(List.of(1000.0, 1000.0, 1000.0, 1100.0))).isFalse();
  }

  @Test
  void isStable_twoWindows_isFalse() {
    assertThat(WarmUp.isStable(List.of(1000.0, 1000.0))).isFalse();
  }
}
