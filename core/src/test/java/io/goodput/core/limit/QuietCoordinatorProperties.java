package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** A node with a light user, while other nodes report a flood on the same partition. */
class QuietCoordinatorProperties {

  private static final long KEY = 77;
  private static final int NODES = 3;
  private static final long FLOOD_NANOS = 3 * Nanos.PER_SECOND;
  private static final long AFTER_NANOS = 20 * Nanos.PER_SECOND;

  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
  private final PartitionLimits limits =
      new PartitionLimits(time, new PartitionCounters(PartitionCounters.WAYS));
  private final SplittableRandom random = new SplittableRandom(1);
  private long nextTick = time.monotonicNanos();

  @Property(tries = 200, seed = "20261122", shrinking = ShrinkingMode.OFF)
  void lightUser_oneSecondAfterAFloodElsewhere_isAlwaysAdmitted(
      @ForAll @IntRange(min = 1, max = 1_000) int perSecond,
      @ForAll @DoubleRange(min = 2, max = 10_000) double overload,
      @ForAll @DoubleRange(min = 0.1, max = 0.9) double load) {
    QuietCoordinatorProperties node = new QuietCoordinatorProperties();

    assertThat(node.rejectedAfterFlood(Limit.of(perSecond, NODES), overload, load)).isZero();
  }

  /** Rejections of evenly spaced operations from one second after the flood. */
  private int rejectedAfterFlood(Limit limit, double overload, double load) {
    long start = time.monotonicNanos();
    long spacing = (long) (Nanos.PER_SECOND / (limit.perSecond() * load));
    int rejected = 0;
    long next = spacing / 2;
    for (long elapsed = 0; elapsed < FLOOD_NANOS + AFTER_NANOS; elapsed = next) {
      advanceTo(start, next, limit, overload);
      boolean admitted = limits.admit(time.monotonicNanos(), KEY, limit, random.nextDouble());
      if (next >= FLOOD_NANOS + Nanos.PER_SECOND && !admitted) {
        rejected++;
      }
      next += spacing;
    }
    return rejected;
  }

  private void advanceTo(long start, long elapsed, Limit limit, double overload) {
    while (nextTick - start <= elapsed) {
      time.advanceNanos(nextTick - time.monotonicNanos());
      if (nextTick - start < FLOOD_NANOS) {
        double reported = limit.perSecond() * overload;
        PartitionDemand demand = new PartitionDemand(KEY, limit, reported, 0);
        limits.take(new DemandReport("flooded", 1, List.of(demand)));
      }
      limits.tick();
      nextTick += PartitionLimits.TICK_NANOS;
    }
    time.advanceNanos(start + elapsed - time.monotonicNanos());
  }
}
