package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RampProperties {

  private static final long MEMTABLE = 8 << 20;
  private static final int MEMTABLES = 4;
  private static final long SECOND = Nanos.PER_SECOND;
  private static final long NOW = 1_000 * SECOND;

  /** With up to two of four memtables left, the rate falls by less than a straight line would. */
  @Property
  void rate_isContinuousInTheHeadroom(
      @ForAll @DoubleRange(min = 1e4, max = 1e9) double flushRate,
      @ForAll @IntRange(max = 2) int left,
      @ForAll @LongRange(max = MEMTABLE) long written,
      @ForAll @LongRange(max = MEMTABLE / 10) long more,
      @ForAll @LongRange(min = 1, max = 100 * SECOND) long age) {
    Ramp ramp = ramp(flushRate, left, age);

    double step = ramp.rate(written, NOW) - ramp.rate(written + more, NOW);

    assertThat(step).isBetween(0.0, flushRate * more / MEMTABLE + 1e-6);
  }

  /** While the active memtable, the third of four, is filled to its middle. */
  @Property
  void rate_withPlentyLeft_isATenthAboveThatOfFlushes(
      @ForAll @DoubleRange(min = 1e4, max = 1e9) double flushRate,
      @ForAll @LongRange(max = MEMTABLE / 2) long written) {
    double rate = ramp(flushRate, 2, 1).rate(written, NOW);

    assertThat(rate).isBetween(1.1 * flushRate, 1.15 * flushRate);
  }

  @Property
  void rate_isAtMostTwiceThatOfAFlushThatEndsNow(
      @ForAll @DoubleRange(min = 1e4, max = 1e9) double flushRate,
      @ForAll @LongRange(min = 1, max = 100 * SECOND) long age,
      @ForAll @LongRange(max = MEMTABLE / 2) long written) {
    double rate = ramp(flushRate, 2, age).rate(written, NOW);

    assertThat(rate).isLessThan(2.1 * MEMTABLE * SECOND / age);
  }

  @Example
  void rate_duringAFlushOfLessThanTwiceTheTime_isThatOfTheLastFlushes() {
    double flushRate = 1e6;
    long age = (long) (1.8 * SECOND * MEMTABLE / flushRate);

    assertThat(ramp(flushRate, 2, age).rate(0, NOW)).isEqualTo(ramp(flushRate, 2, 1).rate(0, NOW));
  }

  @Example
  void rate_withAllButOneMemtableFree_isInfinite() {
    assertThat(ramp(1e6, MEMTABLES - 1, SECOND).rate(0, NOW)).isInfinite();
  }

  @Example
  void rate_withNoMemtableLeft_isZero() {
    assertThat(ramp(1e6, 0, SECOND).rate(0, NOW)).isZero();
  }

  @Example
  void headroom_countsEmptyMemtables_whateverWasWritten() {
    assertThat(ramp(1e6, 3, SECOND).headroom(100 * MEMTABLE)).isEqualTo(2.0 * MEMTABLE);
  }

  /**
   * A ramp with {@code left} memtables left, of which the active one is empty, at zero bytes
   * written.
   */
  private static Ramp ramp(double flushRate, int left, long age) {
    return new Ramp(
        flushRate,
        MEMTABLE,
        left * (double) MEMTABLE,
        Math.max(0, left - 1) * (double) MEMTABLE,
        (MEMTABLES - 1) * (double) MEMTABLE,
        NOW - age);
  }
}
