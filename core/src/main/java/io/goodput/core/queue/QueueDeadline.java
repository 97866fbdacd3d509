package io.goodput.core.queue;

/**
 * Decides which requests of one kind are still worth serving when they leave the queue.
 *
 * <p>A request is dropped if its client has given up, or will have given up when the answer is
 * ready. While a standing queue lasts, a request is also dropped if it has waited for more than an
 * eighth of the usual client timeout: the requests that are served then have time to spare, instead
 * of just meeting their deadlines.
 *
 * <p>The usual client timeout belongs to the kind of request. That of a client decides only whether
 * a request of its own is too late: otherwise, impatient clients could have requests of others
 * dropped, and patient ones could keep the queue long.
 *
 * <p>Thread-safe and lock-free. Times are monotonic nanoseconds.
 */
public final class QueueDeadline {

  /** What to do with a request. */
  public enum Verdict {
    /** Serve it: the answer will be in time. */
    SERVE,
    /** Drop it: its client has given up, or will have given up when the answer is ready. */
    TOO_LATE,
    /** Drop it: the answer might be in time, but the node receives more than it can serve. */
    OVERLOAD
  }

  /** The part of the usual client timeout that a request may wait while the queue stands. */
  private static final int STANDING_DIVISOR = 8;

  /**
   * The most of the client timeout that is kept for the service: even a very slow server serves
   * requests that have waited for less than the rest.
   */
  private static final int SERVICE_DIVISOR = 2;

  /** How often it is judged whether the queue stands. */
  public static final long INTERVAL_NANOS = StandingQueue.INTERVAL_NANOS;

  private final ServiceTime service = new ServiceTime();
  private final StandingQueue queue;

  /** A queue that is empty now. */
  public QueueDeadline(long now) {
    this.queue = new StandingQueue(now);
  }

  /**
   * Decides on a request that leaves the queue now.
   *
   * @param waited how long it was in the queue
   * @param timeout how long its client waits, counted from when the request entered the queue;
   *     positive
   * @param usual how long clients usually wait for requests of this kind; positive
   */
  public Verdict decide(long now, long waited, long timeout, long usual) {
    long standingLimit = usual / STANDING_DIVISOR;
    boolean standing = queue.observe(now, waited, standingLimit);
    if (waited > timeout - Math.min(expectedServiceNanos(), timeout / SERVICE_DIVISOR)) {
      return Verdict.TOO_LATE;
    }
    return standing && waited > standingLimit ? Verdict.OVERLOAD : Verdict.SERVE;
  }

  /**
   * The service time that nearly all requests stay below, in nanoseconds, measured from when a
   * request leaves the queue; zero before the first.
   */
  public long expectedServiceNanos() {
    return service.expectedNanos();
  }

  /** Whether the queue stood when the last request left it. */
  public boolean isStanding() {
    return queue.isStanding();
  }

  /** Records the service time of a request, measured from when it left the queue. */
  public void served(long nanos) {
    service.add(nanos);
  }
}
