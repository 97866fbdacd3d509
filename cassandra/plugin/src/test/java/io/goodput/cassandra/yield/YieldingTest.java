package io.goodput.cassandra.yield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.yield.Lever.Shown;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.core.yield.StrainWatch.Second;
import io.goodput.core.yield.Throttle;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work at 64 MiB/s while requests wait for processors, until they do not. */
class YieldingTest {

  private static final long MEBIBYTE = 1 << 20;
  private static final long SET = 64 * MEBIBYTE;

  private final Work work = new Work();
  private double turnNanos = Nanos.PER_MILLI;
  private double load = 1;

  private static final class Work implements BackgroundWork {

    private long rate = SET;
    private boolean runs = true;
    private double debt;
    private int looks;
    private boolean fails;
    private final List<Throttle> throttles =
        List.of(new Throttle(() -> rate, changed -> rate = changed, MEBIBYTE, MEBIBYTE, SET));

    @Override
    public String name() {
      return "work";
    }

    @Override
    public boolean runs() {
      return runs;
    }

    @Override
    public double debt(long nanos) {
      looks++;
      if (fails) {
        throw new IllegalStateException();
      }
      return debt;
    }

    @Override
    public List<Throttle> throttles() {
      return throttles;
    }
  }

  private Yielding yielding(Mode mode) {
    return new Yielding(
        mode, TimeSource.system(), () -> new Second(turnNanos, load, 0, 0), List.of(work));
  }

  private static void tick(Yielding yielding, int seconds) {
    for (int second = 0; second < seconds; second++) {
      yielding.tick();
    }
  }

  private static Shown shown(Yielding yielding) {
    return yielding.works().get(0).shown();
  }

  @Test
  void requests_thatWait_lowerTheRateToASixteenth() {
    Yielding yielding = yielding(Mode.ON);
    tick(yielding, 5);

    assertThat(work.rate).isEqualTo(4 * MEBIBYTE);
    assertThat(shown(yielding).yields()).isTrue();
    assertThat(shown(yielding).since()).isNotNull();
    assertThat(shown(yielding).set()).isEqualTo(SET);
    assertThat(shown(yielding).now()).isEqualTo(4 * MEBIBYTE);
    assertThat(yielding.signs().waited()).isTrue();
  }

  @Test
  void rate_isRestored_whenTheLoadHasGone() {
    Yielding yielding = yielding(Mode.ON);
    tick(yielding, 5);
    turnNanos = 0;
    load = 0.1;
    tick(yielding, 5);

    assertThat(work.rate).isEqualTo(SET);
    assertThat(shown(yielding).yields()).isFalse();
    assertThat(shown(yielding).since()).isNull();
  }

  @Test
  void rate_isNotTouched_whileTheNodeOnlyObserves() {
    Yielding yielding = yielding(Mode.OBSERVE);
    tick(yielding, 5);

    assertThat(work.rate).isEqualTo(SET);
    assertThat(shown(yielding).share()).isEqualTo(1.0 / 16);
    assertThat(shown(yielding).seconds()).isEqualTo(4);
  }

  @Test
  void rate_isRestored_whenTheOperatorSwitchesYieldingOff() {
    Yielding yielding = yielding(Mode.ON);
    tick(yielding, 5);
    yielding.setMode(Mode.OFF);
    tick(yielding, 1);

    assertThat(work.rate).isEqualTo(SET);
    assertThat(shown(yielding).yields()).isFalse();
  }

  @Test
  void rate_isRestored_whenTheOperatorSwitchesToObserve() {
    Yielding yielding = yielding(Mode.ON);
    tick(yielding, 5);
    yielding.setMode(Mode.OBSERVE);
    tick(yielding, 1);

    assertThat(work.rate).isEqualTo(SET);
  }

  @Test
  void rate_isRestored_whenALookFails() {
    Yielding yielding = yielding(Mode.ON);
    tick(yielding, 5);
    work.fails = true;

    assertThatThrownBy(() -> tick(yielding, 10)).isInstanceOf(IllegalStateException.class);

    assertThat(work.rate).isEqualTo(SET);
    assertThat(shown(yielding).yields()).isFalse();
  }

  @Test
  void totals_stay_whenTheOperatorSwitchesYieldingOff() {
    Yielding yielding = yielding(Mode.ON);
    tick(yielding, 5);
    yielding.setMode(Mode.OFF);
    tick(yielding, 1);

    assertThat(shown(yielding).seconds()).isEqualTo(4);
    assertThat(shown(yielding).changes()).isEqualTo(2);
    assertThat(yielding.signs().waitedSeconds()).isEqualTo(4);
    assertThat(yielding.signs().waited()).isFalse();
  }

  @Test
  void work_thatHasEnded_doesNotYield() {
    Yielding yielding = yielding(Mode.ON);
    tick(yielding, 5);
    work.runs = false;
    tick(yielding, 1);

    assertThat(shown(yielding).yields()).isFalse();
  }

  @Test
  void rate_thatIsTooLowToBeLowered_isNotSaidToYield() {
    work.rate = MEBIBYTE;
    Yielding yielding = yielding(Mode.ON);
    tick(yielding, 5);

    assertThat(work.rate).isEqualTo(MEBIBYTE);
    assertThat(shown(yielding).yields()).isFalse();
  }

  @Test
  void nothing_isMeasured_whileYieldingIsOff() {
    Yielding yielding =
        new Yielding(
            Mode.OFF,
            TimeSource.system(),
            () -> {
              throw new AssertionError();
            },
            List.of(work));

    tick(yielding, 5);

    assertThat(work.looks).isZero();
  }

  @Test
  void work_farBehind_yieldsLess() {
    work.debt = 0.75;
    tick(yielding(Mode.ON), 5);

    assertThat(work.rate).isGreaterThan(SET / 2);
  }

  @Test
  void work_atItsLimit_doesNotYield() {
    work.debt = 1;
    tick(yielding(Mode.ON), 5);

    assertThat(work.rate).isEqualTo(SET);
  }

  @Test
  void debt_isLookedAtRarely() {
    tick(yielding(Mode.ON), 60);

    assertThat(work.looks).isBetween(7, 9);
  }

  @Test
  void debt_isNotLookedAt_withoutWork() {
    work.runs = false;
    tick(yielding(Mode.ON), 60);

    assertThat(work.looks).isZero();
  }
}
