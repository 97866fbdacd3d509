package io.goodput.core.fair;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The work of tenants, by number: the processors that their requests use. While requests wait for
 * processors, one that costs little takes about as long as one that costs much. So a tenant with
 * many cheap requests has most of what is in flight, although it uses little.
 *
 * <p>A request counts for the processor time of its thread, as far as its caller knows it.
 * Otherwise it counts for the shortest time that such a request of the tenant has taken in the last
 * ten to twenty seconds.
 *
 * <p>Thread-safe and lock-free, except that one thread calls {@link #average} and asks for
 * averages.
 *
 * <p>Source: the shortest round trip as that of an empty network is an idea of TCP Vegas (Brakmo
 * and Peterson, "TCP Vegas: End to End Congestion Avoidance on a Global Internet", 1995).
 */
final class Work {

  /** Averages are in thousandths of a processor, because {@link Competitors} drops small ones. */
  private static final double UNIT_NANOS = FairAdmission.TICK_NANOS / 1000.0;

  /** Times are forgotten after this many intervals, or at most twice as many. */
  private static final int MEMORY = 100;

  private static final long NONE = Long.MAX_VALUE;

  private final AtomicLongArray processorNanos;
  private final AtomicIntegerArray withWaits;
  private final AtomicLongArray shortest;
  private final long[] shortestBefore;
  private final double[] averages;
  private int intervals;

  Work(int tenants) {
    this.processorNanos = new AtomicLongArray(tenants);
    this.withWaits = new AtomicIntegerArray(tenants);
    long[] none = new long[tenants];
    Arrays.fill(none, NONE);
    this.shortest = new AtomicLongArray(none);
    this.shortestBefore = none;
    this.averages = new double[tenants];
  }

  /** A request has ended that has used a processor for so long. */
  void end(int tenant, long nanos) {
    processorNanos.getAndAdd(tenant, nanos);
  }

  /** A request has ended that was in the server for so long, waits included. */
  void endWithWaits(int tenant, long nanos) {
    if (nanos < shortest.get(tenant)) {
      shortest.accumulateAndGet(tenant, nanos, Math::min);
    }
    // Last, because an interval that counts the request needs its time.
    withWaits.getAndIncrement(tenant);
  }

  /** Ends an interval. */
  void average() {
    for (int t = 0; t < averages.length; t++) {
      double nanos = processorNanos.get(t) == 0 ? 0 : processorNanos.getAndSet(t, 0);
      int ended = withWaits.get(t) == 0 ? 0 : withWaits.getAndSet(t, 0);
      long least = Math.min(shortest.get(t), shortestBefore[t]);
      if (ended > 0 && least < NONE) {
        nanos += (double) ended * least;
      }
      averages[t] = Competitors.moved(averages[t], nanos / UNIT_NANOS);
    }
    if (++intervals % MEMORY == 0) {
      for (int t = 0; t < shortestBefore.length; t++) {
        shortestBefore[t] = shortest.getAndSet(t, NONE);
      }
    }
  }

  /** What a tenant uses on average over some intervals, in processors; zero if not known. */
  double processors(int tenant) {
    return averages[tenant] / 1000;
  }
}
