package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.SecondWindows;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.lifecycle.BeforeTry;

/** How much of an overload on one partition a single replica admits. */
class AcceptedRateProperties {

  private static final long KEY = 77;
  private static final int MAX_RATE = 1_000_000;
  private static final int WARM_UP_WINDOWS = 12;

  private PartitionCounters counters = new PartitionCounters(PartitionCounters.WAYS);
  private final SplittableRandom random = new SplittableRandom(1);

  @BeforeTry
  void reset() {
    counters = new PartitionCounters(PartitionCounters.WAYS);
  }

  /** Limits and overloads are drawn evenly on a logarithmic scale. */
  @Property(tries = 40, seed = "20261121", shrinking = ShrinkingMode.OFF)
  void acceptedRate_underAnyOverload_isWithinFivePercentOfTheLimit(
      @ForAll @DoubleRange(min = 0, max = 5.9) double limitDigits,
      @ForAll @DoubleRange(min = 0.0414, max = 4) @Scale(4) double overloadDigits) {
    int limit = (int) Math.pow(10, limitDigits);
    int rate = (int) Math.ceil(Math.min(MAX_RATE, limit * Math.pow(10, overloadDigits)));
    // Enough windows that five standard deviations of a Poisson count are within five percent.
    int windows = 5 + 10_000 / limit;

    int window = 0;
    while (window < WARM_UP_WINDOWS) {
      admitted(window++, limit, rate);
    }
    long admitted = 0;
    for (int i = 0; i < windows; i++) {
      admitted += admitted(window++, limit, rate);
    }

    assertThat((double) admitted / windows).isCloseTo(limit, withinPercentage(5));
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void acceptedRate_upToTheLimit_isTheOfferedRate(
      @ForAll @IntRange(min = 1, max = 1_000) int limit,
      @ForAll @DoubleRange(min = 0, max = 1) double load) {
    int rate = (int) (load * limit);
    for (int window = 0; window < 30; window++) {
      assertThat(admitted(window, limit, rate)).isEqualTo(rate);
    }
  }

  /** After a step, windows are shorter than a second by a sixteenth at most. */
  @Property(tries = 30, seed = "20261121", shrinking = ShrinkingMode.OFF)
  void acceptedRate_whileTheWallClockSteps_isWithinEightPercentOfTheLimit(
      @ForAll @LongRange(min = -100_000_000_000_000L, max = 100_000_000_000_000L) long step,
      @ForAll @IntRange(min = 2, max = 50) int overload) {
    int limit = 1_000;
    int seconds = 100;
    int rate = limit * overload;
    ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    SecondWindows windows = new SecondWindows(time);
    long admitted = 0;
    for (int second = -WARM_UP_WINDOWS; second < seconds; second++) {
      if (second >= 0 && second % 5 == 0) {
        time.stepWall(Duration.ofNanos(second % 10 == 0 ? step : -step / 3));
      }
      for (int i = 0; i < rate; i++) {
        time.advanceNanos(Nanos.PER_SECOND / rate);
        boolean admit = counters.admit(windows.current(), KEY, limit, random.nextDouble());
        admitted += admit && second >= 0 ? 1 : 0;
      }
    }

    assertThat((double) admitted / seconds).isBetween(limit / 1.08, limit * 1.08);
  }

  private int admitted(int window, int limit, int rate) {
    int admitted = 0;
    for (int i = 0; i < rate; i++) {
      admitted += counters.admit(window, KEY, limit, random.nextDouble()) ? 1 : 0;
    }
    return admitted;
  }
}
