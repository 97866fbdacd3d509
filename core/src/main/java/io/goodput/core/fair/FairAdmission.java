package io.goodput.core.fair;

import io.goodput.core.time.Nanos;

/**
 * Shares a node's room for requests in flight fairly while requests have to wait, and refuses no
 * request otherwise.
 *
 * <p>Thread-safe and lock-free, except that one thread calls {@link #tick}.
 */
public final class FairAdmission {

  /** What {@link #enter} returns for a refused request. */
  public static final int REFUSED = FairShares.REFUSED;

  /** The time between two ticks. */
  public static final long TICK_NANOS = 100 * Nanos.PER_MILLI;

  /** How long each request of an interval has waited, at least, if the node is short of threads. */
  static final long LONG_WAIT_NANOS = 5 * Nanos.PER_MILLI;

  /** How late a tick has to be to tell a pause of the node. */
  private static final long PAUSE_NANOS = 50 * Nanos.PER_MILLI;

  private final ShortestWait waits = new ShortestWait();
  private final FairShares shares = new FairShares();
  private final Room room;
  private long last;

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
   * Lets a request in, or refuses it.
   *
   * @param tenant a well mixed hash
   * @param weight of the tenant, positive
   * @param ofClass a well mixed hash of the class and its tenant
   * @param waited how long the request waited for a thread, in nanoseconds
   * @return a ticket to {@link #leave} with; {@link #REFUSED} if the request is refused
   */
  public int enter(int tenant, int weight, int ofClass, long waited) {
    waits.observe(waited);
    return shares.enter(tenant, weight, ofClass, 0);
  }

  /** Ends a request that was let in. */
  public void leave(int ticket) {
    shares.leave(ticket);
  }

  /** Ends an interval of {@link #TICK_NANOS}, and shares the room anew. */
  public void tick(long now, boolean waitedForProcessors) {
    long late = now - last - TICK_NANOS;
    last = now;
    int paused = late < PAUSE_NANOS ? 0 : (int) Math.ceil((double) late / TICK_NANOS);
    boolean waited = waits.take() > LONG_WAIT_NANOS || waitedForProcessors;
    room.observe(waited, shares.inFlight(), paused);
    shares.share(room.size());
  }

  /** The room; infinite while there is enough for all. */
  public double room() {
    return room.size();
  }

  /** Requests in flight. */
  public int inFlight() {
    return shares.inFlight();
  }
}
