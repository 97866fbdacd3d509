package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StressTest {

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void stress_noLength_isRejected(double intervals) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Stress(intervals, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Stress(1, intervals));
  }

  @Test
  void changeSince_oneIntervalWithWaits_shrinks() {
    assertThat(new Stress(4, 2).changeSince(new Stress(3, 2))).isEqualTo(Room.SHRINK);
  }

  @Test
  void changeSince_oneIntervalWithout_grows() {
    assertThat(new Stress(3, 3).changeSince(new Stress(3, 2))).isEqualTo(Room.GROW);
  }

  @Test
  void changeSince_aMessageIsLost_isTheSameAsBoth() {
    Stress first = new Stress(1, 0);
    Stress second = first.after(true, 1);
    Stress third = second.after(false, 2);

    assertThat(third.changeSince(first))
        .isCloseTo(second.changeSince(first) * third.changeSince(second), within(1e-9));
  }

  @Test
  void changeSince_anotherOverload_isNone() {
    assertThat(new Stress(1, 0).changeSince(new Stress(30, 20))).isEqualTo(1);
  }

  @Test
  void changeSince_hugeNumbers_isBounded() {
    assertThat(new Stress(1e300, 0).changeSince(new Stress(1, 0))).isGreaterThan(0.1);
  }
}
