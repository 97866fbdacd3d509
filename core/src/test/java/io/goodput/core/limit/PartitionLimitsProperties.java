package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.BeforeTry;

/** How much a node admits on a partition when no other node reports. */
class PartitionLimitsProperties {

  private static final long KEY = 77;

  private final SplittableRandom random = new SplittableRandom(1);
  private ManualTime time = new ManualTime(Instant.EPOCH);
  private PartitionLimits limits =
      new PartitionLimits(time, new PartitionCounters(PartitionCounters.WAYS));
  private long nextTick;

  @BeforeTry
  void reset() {
    time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    limits = new PartitionLimits(time, new PartitionCounters(PartitionCounters.WAYS));
    nextTick = time.monotonicNanos();
  }

  @Property(tries = 60, seed = "20261121", shrinking = ShrinkingMode.OFF)
  void admitted_inTenSecondsOfAFlood_isWithinTenPercentOfTheLimit(
      @ForAll @DoubleRange(min = 1.3, max = 4) double limitDigits,
      @ForAll @DoubleRange(min = 0.31, max = 4) double overloadDigits,
      @ForAll @DoubleRange(min = 0, max = 1) double phase) {
    long limit = (long) Math.pow(10, limitDigits);
    double rate = Math.min(200_000, limit * Math.pow(10, overloadDigits));
    time.advanceNanos((long) (phase * Nanos.PER_SECOND));

    assertThat(admitted(limit, Math.max(rate, 2.0 * limit), 10) / 10.0)
        .isBetween(limit * 0.9, limit * 1.1);
  }

  @Property(tries = 60, seed = "20261121", shrinking = ShrinkingMode.OFF)
  void admitted_inAnyTimeUnderAnyLoad_isAtMostLimitTimesTimeAndTheBurst(
      @ForAll @IntRange(min = 1, max = 5_000) int limit,
      @ForAll @DoubleRange(min = 0.1, max = 300) double overload,
      @ForAll @DoubleRange(min = 0.01, max = 5) double seconds,
      @ForAll @LongRange(min = -100_000, max = 100_000) long wallStepSeconds) {
    double rate = Math.min(200_000, limit * overload);
    long before = admitted(limit, rate, 1);
    time.stepWall(Duration.ofSeconds(wallStepSeconds));

    assertThat(before).isLessThanOrEqualTo((long) (1.5 * limit) + 3);
    assertThat(admitted(limit, rate, seconds))
        .isLessThanOrEqualTo((long) Math.ceil((seconds + 0.5) * limit) + 3);
  }

  @Property(tries = 40, seed = "20261121", shrinking = ShrinkingMode.OFF)
  void admitted_ofASteadyLoadUpToTheLimit_isAll(
      @ForAll @IntRange(min = 1, max = 5_000) int limit,
      @ForAll @DoubleRange(min = 0.01, max = 1) double load) {
    double rate = limit * load;

    assertThat(admitted(limit, rate, 10)).isEqualTo(offered(rate, 10));
  }

  @Property(tries = 40, seed = "20261121", shrinking = ShrinkingMode.OFF)
  void admitted_ofALoadAtNineTenths_threeSecondsAfterAFlood_isMoreThan99Percent(
      @ForAll @IntRange(min = 50, max = 1_000) int limit,
      @ForAll @DoubleRange(min = 10, max = 200) double overload) {
    admitted(limit, Math.min(200_000, limit * overload), 5);
    double rate = 0.9 * limit;
    admitted(limit, rate, 3);

    assertThat(admitted(limit, rate, 5)).isGreaterThan((long) (0.99 * offered(rate, 5)));
  }

  private static long offered(double rate, double seconds) {
    return (long) (rate * seconds);
  }

  private long admitted(long perSecond, double rate, double seconds) {
    Limit limit = Limit.of(perSecond, 1);
    long admitted = 0;
    for (long i = 0; i < offered(rate, seconds); i++) {
      time.advanceNanos((long) Math.ceil(Nanos.PER_SECOND / rate));
      long now = time.monotonicNanos();
      while (now - nextTick >= 0) {
        limits.tick();
        nextTick += PartitionLimits.TICK_NANOS;
      }
      admitted += limits.admit(now, KEY, limit, random.nextDouble()) ? 1 : 0;
    }
    return admitted;
  }
}
