package io.goodput.core.yield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A rate in whole units of 10, of which the operator has set 640. */
class ThrottleTest {

  private static final long UNLIMITED = 0;

  private final List<Long> changes = new ArrayList<>();
  private long rate = 640;
  private final Throttle throttle = new Throttle(() -> rate, this::set, 10, 20, 1000);

  private boolean fails;

  private void set(long changed) {
    if (fails) {
      throw new IllegalStateException();
    }
    rate = changed;
    changes.add(changed);
  }

  @Test
  void share_belowOne_lowersTheRateInWholeSteps() {
    throttle.lowerTo(0.255);

    assertThat(rate).isEqualTo(160);
    assertThat(throttle.isLowered()).isTrue();
    assertThat(throttle.operatorsRate()).isEqualTo(640);
  }

  @Test
  void share_ofOne_restoresTheOperatorsRate() {
    throttle.lowerTo(0.25);
    throttle.lowerTo(1);

    assertThat(rate).isEqualTo(640);
    assertThat(throttle.isLowered()).isFalse();
  }

  @Test
  void share_ofNearlyNothing_leavesTheLeastRate() {
    throttle.lowerTo(0.0001);

    assertThat(rate).isEqualTo(20);
  }

  @Test
  void share_thatStays_changesNothing() {
    throttle.lowerTo(1);
    throttle.lowerTo(0.25);
    throttle.lowerTo(0.25);
    throttle.lowerTo(1);
    throttle.lowerTo(1);

    assertThat(changes).containsExactly(160L, 640L);
  }

  @Test
  void operator_whoChangesALoweredRate_getsTheNewOneBack() {
    throttle.lowerTo(0.25);
    rate = 320;
    throttle.lowerTo(0.25);

    assertThat(rate).isEqualTo(80);

    throttle.lowerTo(1);

    assertThat(rate).isEqualTo(320);
  }

  @Test
  void operator_whoRemovesTheLimitOfALoweredRate_hasNoLimitAfterwards() {
    throttle.lowerTo(0.25);
    rate = UNLIMITED;
    throttle.lowerTo(0.25);

    assertThat(rate).isEqualTo(250);

    throttle.lowerTo(1);

    assertThat(rate).isEqualTo(UNLIMITED);
  }

  @Test
  void operator_whoChangesTheRateWhenItIsNotLowered_isFollowed() {
    throttle.lowerTo(1);
    rate = 70;
    throttle.lowerTo(1);

    assertThat(rate).isEqualTo(70);
    assertThat(throttle.operatorsRate()).isEqualTo(70);
  }

  @Test
  void operator_whoRemovesTheLimitWhenItIsNotLowered_isFollowed() {
    throttle.lowerTo(1);
    rate = UNLIMITED;
    throttle.lowerTo(1);

    assertThat(rate).isEqualTo(UNLIMITED);
    assertThat(changes).isEmpty();
  }

  @Test
  void restoring_thatFails_isTriedAgain() {
    throttle.lowerTo(0.25);
    fails = true;
    assertThatThrownBy(() -> throttle.lowerTo(1)).isInstanceOf(IllegalStateException.class);

    assertThat(throttle.isLowered()).isTrue();

    fails = false;
    throttle.lowerTo(1);

    assertThat(rate).isEqualTo(640);
  }

  @Test
  void rateOfTheOperator_belowTheLeastOne_isNeverRaised() {
    rate = 10;
    throttle.lowerTo(0.5);

    assertThat(rate).isEqualTo(10);
    assertThat(throttle.isLowered()).isFalse();
  }

  @Test
  void rateOfTheOperator_betweenTwoSteps_isLeftAlone() {
    rate = 645;
    throttle.lowerTo(0.5);

    assertThat(rate).isEqualTo(645);
    assertThat(throttle.isLowered()).isFalse();
  }

  @Test
  void rates_thatAreNotPossible_areNamed() {
    assertThatThrownBy(() -> new Throttle(() -> rate, this::set, 10, 10, 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A step of 10 and rates of 10 and 9 are not possible.");
  }
}
