package io.goodput.core.fair;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The work of tenants, by number: what each of them would have in flight if none of its requests
 * had to wait. A request counts for the shortest time that a request of the same tenant and shape
 * has taken in the last seconds.
 *
 * <p>While requests wait for processors, one that costs little takes about as long as one that
 * costs much. So a tenant with many cheap requests has most of what is in flight, although it uses
 * little.
 *
 * <p>Thread-safe and lock-free, except that one thread calls {@link #average} and asks for
 * averages.
 *
 * <p>Source: the shortest round trip as that of an empty network is an idea of TCP Vegas (Brakmo
 * and Peterson, "TCP Vegas: End to End Congestion Avoidance on a Global Internet", 1995).
 */
final class Work {

  /** Kinds of requests that are told apart. */
  static final int SHAPES = 4;

  /** Times are forgotten after this many intervals, or at most twice as many. */
  private static final int MEMORY = 100;

  /** Waits are taken for no more than this part of a tenant's time. */
  private static final double LEAST_PART = 1.0 / 32;

  private static final long NONE = Long.MAX_VALUE;

  private final AtomicIntegerArray ended;
  private final AtomicLongArray shortest;
  private final long[] shortestBefore;
  private final double[] averages;
  private int intervals;

  Work(int tenants) {
    this.ended = new AtomicIntegerArray(tenants * SHAPES);
    long[] none = new long[tenants * SHAPES];
    Arrays.fill(none, NONE);
    this.shortest = new AtomicLongArray(none);
    this.shortestBefore = none;
    this.averages = new double[tenants];
  }

  /**
   * A request has ended.
   *
   * @param shape from 0 to below {@link #SHAPES}
   * @param nanos its time in the server
   */
  void end(int tenant, int shape, long nanos) {
    int place = tenant * SHAPES + shape;
    ended.getAndIncrement(place);
    if (nanos < shortest.get(place)) {
      shortest.accumulateAndGet(place, nanos, Math::min);
    }
  }

  /** Ends an interval. */
  void average() {
    for (int t = 0; t < averages.length; t++) {
      double nanos = 0;
      for (int place = t * SHAPES; place < (t + 1) * SHAPES; place++) {
        int number = ended.get(place) == 0 ? 0 : ended.getAndSet(place, 0);
        if (number > 0) {
          nanos += (double) number * Math.min(shortest.get(place), shortestBefore[place]);
        }
      }
      averages[t] = Contenders.moved(averages[t], nanos / FairAdmission.TICK_NANOS);
    }
    if (++intervals % MEMORY == 0) {
      for (int place = 0; place < shortestBefore.length; place++) {
        shortestBefore[place] = shortest.getAndSet(place, NONE);
      }
    }
  }

  /**
   * The part of what a tenant has in flight that does not wait, from above 0 to 1; 1 if that is not
   * known.
   *
   * @param inFlight its requests in flight on average
   */
  double part(int tenant, double inFlight) {
    double work = averages[tenant];
    return work == 0 || inFlight == 0 ? 1 : Math.max(LEAST_PART, Math.min(1, work / inFlight));
  }
}
