package io.goodput.core.retry;

import io.goodput.core.time.Nanos;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Requests that have failed lately, by hash: who sends the same request again repeats it. Each
 * failure explains one repeat, so that other clients with the same request are not taken for those
 * who repeat it.
 *
 * <p>The memory is fixed. A failure takes the place of another one whose hash has the same low
 * bits; a repeat of that one counts as a first request. Thread-safe and lock-free: every operation
 * is linearizable. Times are monotonic nanoseconds.
 */
public final class FailedRequests {

  /** Failures that explain a repeat of the same request, at most. */
  static final int MOST = 255;

  /** A unit of time is about 17 ms. */
  private static final int UNIT_BITS = 24;

  private static final long HOUR = 3_600 * Nanos.PER_SECOND;

  private static final int COUNT_BITS = 8;
  private static final int TIME_BITS = 24;
  private static final int TAG_SHIFT = COUNT_BITS + TIME_BITS;
  private static final long TIME_MASK = (1 << TIME_BITS) - 1;

  /** From the high bits: the part of a hash that does not name the place, a time, and a count. */
  private final AtomicLongArray places;

  /**
   * No failures.
   *
   * @param places for one failed request each, 8 bytes; a power of two
   * @throws IllegalArgumentException if their number is not such a power
   */
  public FailedRequests(int places) {
    if (Integer.bitCount(places) != 1) {
      throw new IllegalArgumentException("places must be a power of two, not " + places);
    }
    this.places = new AtomicLongArray(places);
  }

  /**
   * A request has failed.
   *
   * @param hash of the request, 64 well mixed bits
   * @param nanos for how long a request with this hash may be its repeat; an hour at most counts
   */
  public void failed(long hash, long now, long nanos) {
    int place = place(hash);
    long end = units(now + Math.min(nanos, HOUR)) + 1;
    long known;
    long next;
    do {
      known = places.get(place);
      int count = isOf(known, hash, now) ? Math.min(MOST, count(known) + 1) : 1;
      next = entry(hash, end, count);
    } while (!places.compareAndSet(place, known, next));
  }

  /** Whether a request repeats one that has failed; that one then explains no further repeat. */
  public boolean isRepeat(long hash, long now) {
    int place = place(hash);
    while (true) {
      long known = places.get(place);
      if (!isOf(known, hash, now)) {
        return false;
      }
      long next = count(known) == 1 ? 0 : known - 1;
      if (places.compareAndSet(place, known, next)) {
        return true;
      }
    }
  }

  private int place(long hash) {
    return (int) hash & (places.length() - 1);
  }

  private static long entry(long hash, long end, int count) {
    return ((hash >>> TAG_SHIFT) << TAG_SHIFT) | ((end & TIME_MASK) << COUNT_BITS) | count;
  }

  private static boolean isOf(long entry, long hash, long now) {
    return count(entry) > 0
        && (entry ^ hash) >>> TAG_SHIFT == 0
        // The numbers of times begin anew after three days, in which nothing may have come.
        && (((entry >>> COUNT_BITS) - units(now)) & TIME_MASK) <= units(HOUR) + 2;
  }

  private static int count(long entry) {
    return (int) entry & MOST;
  }

  private static long units(long nanos) {
    return nanos >> UNIT_BITS;
  }
}
