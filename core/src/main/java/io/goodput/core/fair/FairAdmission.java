package io.goodput.core.fair;

import io.goodput.core.time.Nanos;

/**
 * Shares a node's room for requests in flight fairly while requests wait for threads or processors,
 * and refuses no request otherwise.
 *
 * <p>Thread-safe and lock-free, except that one thread calls {@link #tick}.
 */
public final class FairAdmission {

  /** What {@link #enter(int, int, int, double)} returns for a tenant above its share. */
  public static final int TENANT_REFUSED = FairShares.TENANT_REFUSED;

  /** What {@link #enter(int, int, int, double)} returns for a class above its share. */
  public static final int CLASS_REFUSED = FairShares.CLASS_REFUSED;

  /** What {@link #enter(long)} returns while requests may have to be refused. */
  public static final int LIMITED = -3;

  /** The time between two ticks. */
  public static final long TICK_NANOS = 100 * Nanos.PER_MILLI;

  /** How long each request of an interval has waited, at least, if the node is short of threads. */
  private static final long LONG_WAIT_NANOS = 5 * Nanos.PER_MILLI;

  /**
   * How long threads wait for each nanosecond on a processor, at least, if the node is short of
   * processors.
   */
  private static final int LONG_LINE = 3;

  /** Threads that have run for less of an interval than this part say nothing. */
  private static final int LEAST_RUN_PART = 10;

  /** How late a tick has to be to tell a pause of the node. */
  private static final long PAUSE_NANOS = 20 * Nanos.PER_MILLI;

  /** A tick tells about no more time than so many intervals. */
  private static final int MOST_INTERVALS = 10;

  private final ShortestWait waits = new ShortestWait();
  private final FairShares shares = new FairShares();
  private final Room room;
  private long last;
  private long late;

  /**
   * An admission that refuses nothing yet.
   *
   * @param leastRoom requests that the node may always have in flight, positive
   * @param now monotonic nanoseconds
   */
  public FairAdmission(int leastRoom, long now) {
    this.room = new Room(leastRoom);
    this.last = now;
  }

  /**
   * Lets a request in if none has to be refused.
   *
   * @param waited how long the request has waited for a thread, in nanoseconds
   * @return a ticket to {@link #leave} with; {@link #LIMITED} if tenant and class decide
   */
  public int enter(long waited) {
    waits.observe(waited);
    return shares.areLimited() ? LIMITED : shares.enterUncounted();
  }

  /**
   * Lets a request in, or refuses it.
   *
   * @param tenant a well mixed hash
   * @param weight of the tenant, positive
   * @param ofClass a well mixed hash of the class and its tenant
   * @param random from 0 to below 1, another one for each request
   * @return a ticket to {@link #leave} with, or a refusal
   */
  public int enter(int tenant, int weight, int ofClass, double random) {
    return shares.enter(tenant, weight, ofClass, random);
  }

  /** Lets a request in that was refused, and returns a ticket. */
  public int enterAnyway() {
    return shares.enterUncounted();
  }

  /** Whether an answer of {@code enter} is a refusal. */
  public static boolean isRefused(int ticket) {
    return ticket < 0;
  }

  /** Ends a request that was let in. */
  public void leave(int ticket) {
    shares.leave(ticket);
  }

  /**
   * Ends an interval of {@link #TICK_NANOS}, and shares the room anew.
   *
   * @param now monotonic nanoseconds
   * @param ran how long threads have run on processors in the interval, in nanoseconds
   * @param waited how long they have waited for processors in the interval, in nanoseconds
   * @param delayed how long the calling thread has waited for a processor in the interval, in
   *     nanoseconds: a tick that is late for that reason tells no pause
   */
  public void tick(long now, long ran, long waited, long delayed) {
    // A delay may show in the next tick only, so what is early now pays for what was late.
    double passed = Math.min(MOST_INTERVALS, (double) (now - last) / TICK_NANOS);
    late = Math.max(-TICK_NANOS, late) + now - last - TICK_NANOS - delayed;
    last = now;
    double paused = 0;
    if (late > PAUSE_NANOS) {
      paused = (double) late / TICK_NANOS;
      late = 0;
    }
    boolean shortOfThreads = waits.take() > LONG_WAIT_NANOS;
    boolean shortOfProcessors =
        ran > TICK_NANOS / LEAST_RUN_PART && waited > (double) LONG_LINE * ran;
    room.observe(shortOfThreads || shortOfProcessors, shares.inFlight(), paused, passed);
    shares.share(room.size());
  }

  /** How many requests may be in flight; infinite while there is enough for all. */
  public double room() {
    return room.size();
  }

  /** Requests in flight. */
  public int inFlight() {
    return shares.inFlight();
  }
}
