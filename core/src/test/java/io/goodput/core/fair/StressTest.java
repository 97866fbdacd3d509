package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StressTest {

  private static final double ROOM = 100;

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void stress_noLength_isRejected(double intervals) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Stress(intervals, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Stress(1, intervals));
  }

  @Test
  void follow_oneIntervalWithWaits_shrinks() {
    assertThat(new Stress(4, 2).follow(ROOM, new Stress(3, 2))).isEqualTo(Room.shrunk(ROOM, 1));
  }

  @Test
  void follow_oneIntervalWithout_grows() {
    assertThat(new Stress(3, 3).follow(ROOM, new Stress(3, 2))).isEqualTo(Room.grown(ROOM, 1));
  }

  @Test
  void follow_aSmallRoom_growsByOneInAnInterval() {
    assertThat(new Stress(3, 6).follow(1, new Stress(3, 2))).isEqualTo(5);
  }

  @Test
  void follow_aMessageIsLost_isTheSameAsBoth() {
    Stress first = new Stress(1, 0);
    Stress second = first.after(true, 1);
    Stress third = second.after(false, 1);

    assertThat(third.follow(ROOM, first))
        .isCloseTo(third.follow(second.follow(ROOM, first), second), within(1e-9));
  }

  @Test
  void follow_anotherOverload_isTheSame() {
    assertThat(new Stress(1, 0).follow(ROOM, new Stress(30, 20))).isEqualTo(ROOM);
  }

  @Test
  void follow_hugeNumbers_isBounded() {
    assertThat(new Stress(1e300, 0).follow(ROOM, new Stress(1, 0))).isGreaterThan(ROOM / 10);
  }
}
