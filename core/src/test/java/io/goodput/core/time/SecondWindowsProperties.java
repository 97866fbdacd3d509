package io.goodput.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.BeforeTry;

class SecondWindowsProperties {

  private static final long SECOND = Nanos.PER_SECOND;
  private static final long STEP = SECOND / 64;
  private static final long YEAR_NANOS = 365L * 24 * 3600 * SECOND;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00.3Z");

  private ManualTime time = new ManualTime(START);
  private SecondWindows windows = new SecondWindows(time);

  @BeforeTry
  void reset() {
    time = new ManualTime(START);
    windows = new SecondWindows(time);
  }

  @Example
  void current_atStart_isTheSecondOfTheWallClock() {
    assertThat(windows.current()).isEqualTo((int) START.getEpochSecond());
  }

  @Example
  void elapsedSeconds_atStart_isTheElapsedPartOfTheSecond() {
    assertThat(windows.elapsedSeconds()).isCloseTo(0.3, within(1e-9));
  }

  @Property(tries = 200)
  void current_afterAnyTime_hasGrownByThatManySeconds(
      @ForAll @LongRange(min = 0, max = 90 * 365L * 24 * 3600) long seconds) {
    int first = windows.current();

    time.advance(Duration.ofSeconds(seconds));

    assertThat(windows.current() - first).isEqualTo((int) seconds);
  }

  @Property(tries = 200)
  void current_afterAnyWallStep_isUnchanged(
      @ForAll @LongRange(min = -50 * YEAR_NANOS, max = 50 * YEAR_NANOS) long step) {
    int before = windows.current();

    time.stepWall(Duration.ofNanos(step));
    time.advanceNanos(STEP);

    assertThat(windows.current()).isEqualTo(before);
  }

  @Property(tries = 200)
  void windows_afterAnyWallStep_differFromASecondByASixteenthAtMost(
      @ForAll @LongRange(min = -50 * YEAR_NANOS, max = 50 * YEAR_NANOS) long step) {
    advanceToNextWindow();
    time.stepWall(Duration.ofNanos(step));

    for (int i = 0; i < 20; i++) {
      assertThat(advanceToNextWindow())
          .isBetween(SECOND - SECOND / 16 - STEP, SECOND + SECOND / 16 + STEP);
    }
  }

  @Property(tries = 200)
  void windows_tenSecondsAfterAnyWallStep_startOnTheSecondsOfTheWallClock(
      @ForAll @LongRange(min = -50 * YEAR_NANOS, max = 50 * YEAR_NANOS) long step) {
    time.stepWall(Duration.ofNanos(step));
    for (int i = 0; i < 10; i++) {
      advanceToNextWindow();
    }

    long secondOfWindow = time.wallNanos() - Math.round(windows.elapsedSeconds() * SECOND);
    long offBorder = Math.floorMod(secondOfWindow + SECOND / 2, SECOND) - SECOND / 2;
    assertThat(offBorder).isBetween(-2L, 2L);
  }

  @Property(tries = 50)
  void current_throughManyWallSteps_followsTheMonotonicClock(
      @ForAll @LongRange(min = -2 * SECOND, max = 2 * SECOND) long step) {
    int first = windows.current();
    int last = first;
    for (int i = 0; i < 100 * 64; i++) {
      if (i % 200 == 0) {
        time.stepWall(Duration.ofNanos(i % 400 == 0 ? step : -step / 3));
      }
      time.advanceNanos(STEP);
      assertThat(windows.current() - last).isBetween(0, 1);
      last = windows.current();
    }

    assertThat(last - first).isBetween(100 * 16 / 17, 100 * 16 / 15 + 1);
  }

  @Example
  void current_after2To32Seconds_wrapsAround() {
    int first = windows.current();

    for (int i = 0; i < 4; i++) {
      time.advance(Duration.ofSeconds(1L << 30));
      windows.current();
    }

    assertThat(windows.current()).isEqualTo(first);
  }

  @Example
  void elapsedSeconds_growsInAWindow_andRestartsInTheNext() {
    time.advance(Duration.ofMillis(600));
    assertThat(windows.elapsedSeconds()).isCloseTo(0.9, within(1e-9));
    time.advance(Duration.ofMillis(200));
    assertThat(windows.elapsedSeconds()).isCloseTo(0.1, within(1e-9));
  }

  /** Advances to the next window, and returns how long that took, rounded up to the step. */
  private long advanceToNextWindow() {
    int number = windows.current();
    long begin = time.monotonicNanos();
    while (windows.current() == number) {
      time.advanceNanos(STEP);
    }
    return time.monotonicNanos() - begin;
  }
}
