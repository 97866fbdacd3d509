package io.goodput.core.bucket;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Whether a store answers, as one client knows for all of its buckets: a circuit breaker.
 *
 * <p>A request that gets no answer opens it, unless the store has answered another request since
 * that one began: then the store is there, and only the one request has a problem. While it is
 * open, usually one request at a time probes the store, after a pause that grows from 10 to 160 ms.
 * Any answer closes it.
 *
 * <p>A probe needs no end: if its outcome is never known, another one follows after the longest
 * time that a probe may take. Thread-safe and lock-free.
 */
public final class Availability {

  private static final long SHORTEST_PAUSE = 10 * Nanos.PER_MILLI;
  private static final int MOST_DOUBLINGS = 4;

  private static final VarHandle OUTAGE;

  static {
    try {
      OUTAGE = MethodHandles.lookup().findVarHandle(Availability.class, "outage", Outage.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TimeSource time;
  private final long longestProbe;
  private volatile Outage outage = Outage.NONE;
  private volatile long answeredAt;

  /**
   * An outage of the store.
   *
   * @param failures that count, one after the other
   * @param failedAt when the latest of them did, in monotonic nanoseconds
   * @param probeAt when the next probe may begin, in monotonic nanoseconds
   */
  private record Outage(int failures, long failedAt, long probeAt) {

    /** The store answers. */
    static final Outage NONE = new Outage(0, 0, 0);

    boolean isOver() {
      return failures == 0;
    }
  }

  /**
   * A store that answers, as far as is known.
   *
   * @param longestProbe how long a request may take, in nanoseconds
   */
  public Availability(TimeSource time, long longestProbe) {
    this.time = time;
    this.longestProbe = longestProbe;
    this.answeredAt = time.monotonicNanos() - 1;
  }

  /** Whether the store gave no answer to the latest requests. */
  public boolean isAway() {
    return !outage.isOver();
  }

  /** Whether the caller may send a request now: the store answers, or the request is the probe. */
  public boolean mayAsk() {
    Outage seen = outage;
    if (seen.isOver()) {
      return true;
    }
    long now = time.monotonicNanos();
    Outage probed = new Outage(seen.failures, seen.failedAt, now + longestProbe);
    // If another thread was faster, it probes, or the store has answered it.
    return now - seen.probeAt >= 0 && (OUTAGE.compareAndSet(this, seen, probed) || outage.isOver());
  }

  /** Nanoseconds until the next probe may begin; 0 if a request may be sent now. */
  public long pauseNanos() {
    Outage seen = outage;
    return seen.isOver() ? 0 : Math.max(0, seen.probeAt - time.monotonicNanos());
  }

  /** The store has answered a request, be it with an error. */
  public void answered() {
    answeredAt = time.monotonicNanos();
    if (isAway()) {
      outage = Outage.NONE;
    }
  }

  /**
   * The store has not answered a request.
   *
   * @param since when the request began, in monotonic nanoseconds
   */
  public void failed(long since) {
    Outage seen = outage;
    boolean isNews = seen.isOver() || since - seen.failedAt >= 0;
    if (answeredAt - since < 0 && isNews) {
      int doublings = Math.min(seen.failures, MOST_DOUBLINGS);
      long now = time.monotonicNanos();
      // If this fails, another request has changed what is known.
      OUTAGE.compareAndSet(
          this, seen, new Outage(doublings + 1, now, now + jittered(SHORTEST_PAUSE << doublings)));
    }
  }

  /** A request has ended, and says nothing about the store: another one may probe it soon. */
  public void ended() {
    Outage seen = outage;
    if (!seen.isOver()) {
      long soon = time.monotonicNanos() + SHORTEST_PAUSE;
      OUTAGE.compareAndSet(this, seen, new Outage(seen.failures, seen.failedAt, soon));
    }
  }

  /** A duration that differs by up to a quarter, so that clients do not probe in step. */
  private static long jittered(long nanos) {
    return nanos - nanos / 4 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1);
  }
}
