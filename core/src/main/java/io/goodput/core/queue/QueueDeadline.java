package io.goodput.core.queue;

/**
 * Decides which requests of one kind, as they leave the queue, are still worth serving.
 *
 * <p>A request is dropped if its client has given up, or will have by the time it is served. While
 * the queue stands, requests are dropped that have used up a part of the client's patience in it:
 * those that are served then have time to spare, in place of being served last of all that could
 * have been.
 *
 * <p>Thread-safe without locks. Times are monotonic nanoseconds.
 */
public final class QueueDeadline {

  /** What is to become of a request. */
  public enum Verdict {
    /** It can be answered in time. */
    SERVE,
    /** Its client has given up, or will have before an answer is ready. */
    TOO_LATE,
    /** It might be answered in time, but more is asked for than can be served. */
    OVERLOAD
  }

  /** Of the patience; what a request may wait while the queue stands. */
  private static final int STANDING_DIVISOR = 8;

  /** A slow server is no reason to drop what has not waited for half of the patience. */
  private static final int SERVICE_DIVISOR = 2;

  private static final long INTERVAL_NANOS = 400_000_000L;

  private final ServiceTime service = new ServiceTime();
  private final StandingQueue queue;

  /** Of a queue that is empty now. */
  public QueueDeadline(long now) {
    this.queue = new StandingQueue(now, INTERVAL_NANOS);
  }

  /**
   * Decides on a request that leaves the queue now.
   *
   * @param waited how long it was in the queue
   * @param patience how long its client waits from when the request entered the queue; positive
   */
  public Verdict decide(long now, long waited, long patience) {
    long standingLimit = patience / STANDING_DIVISOR;
    boolean standing = queue.observe(now, waited, standingLimit);
    if (waited > patience - Math.min(expectedServiceNanos(), patience / SERVICE_DIVISOR)) {
      return Verdict.TOO_LATE;
    }
    return standing && waited > standingLimit ? Verdict.OVERLOAD : Verdict.SERVE;
  }

  /** How long requests take from when they leave the queue, by and large, in nanoseconds. */
  public long expectedServiceNanos() {
    return service.expectedNanos();
  }

  /** Whether the queue stands, as the last request to leave it saw it. */
  public boolean isStanding() {
    return queue.isStanding();
  }

  /** Takes note of how long a request took from when it left the queue. */
  public void served(long nanos) {
    service.add(nanos);
  }
}
