package io.goodput.core.heat;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** A cache whose lookups hit at random, sampled ten times per second. */
class HitRateAverageProperties {

  private static final long TICK = 100 * Nanos.PER_MILLI;
  private static final int TICKS_A_SECOND = 10;
  private static final double STEADY = 0.8;

  private long hits;
  private long reads;
  private long now = 1;
  private final HitRateAverage average = new HitRateAverage(0, 0, 0);

  /** Otherwise, chance would shift reads between nodes that are equally warm. */
  @Property(tries = 40, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void hitRate_ofASteadyCache_staysWithinTheDeadBand(
      @ForAll @IntRange(min = 50, max = 5_000) int readsPerSecond, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int toFill = 3 * HitRateAverage.ENOUGH_READS * TICKS_A_SECOND / readsPerSecond;
    int samples = 20_000;
    int outside = 0;
    for (int tick = 0; tick < toFill + samples; tick++) {
      sample(readsPerSecond, STEADY, random);
      double band = LockInPrevention.DEFAULT.deadBand() * (1 - STEADY);
      outside += tick >= toFill && Math.abs(average.hitRate() - STEADY) > band ? 1 : 0;
    }

    assertThat(outside).isLessThan(samples / 200);
  }

  /** Otherwise, a node that has warmed would stay without its share of the reads. */
  @Property(tries = 100, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void hitRate_ofACacheThatWarmsWithinHalfAMinute_lagsByFifteenSecondsAtMost(
      @ForAll @IntRange(min = 200, max = 5_000) int readsPerSecond, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DoubleUnaryOperator warming = second -> STEADY * (1 - Math.exp(-second / 10));
    for (int tick = 0; tick < 40 * TICKS_A_SECOND; tick++) {
      double second = (double) tick / TICKS_A_SECOND;
      sample(readsPerSecond, warming.applyAsDouble(second), random);

      assertThat(average.hitRate())
          .isGreaterThan(warming.applyAsDouble(Math.max(0, second - 15)) - 0.03);
    }
  }

  private void sample(int readsPerSecond, double hitRate, SplittableRandom random) {
    for (int i = 0; i < readsPerSecond / TICKS_A_SECOND; i++) {
      reads++;
      hits += random.nextDouble() < hitRate ? 1 : 0;
    }
    now += TICK;
    average.sample(hits, reads, now);
  }
}
