package io.goodput.core.fair;

import io.goodput.core.time.Nanos;

/**
 * Shares a node's room for requests in flight fairly while requests wait for threads or processors,
 * and refuses no request otherwise.
 *
 * <p>Thread-safe and lock-free, except that one thread calls {@link #tick}.
 *
 * @param <N> another node, by its address or the like
 */
public final class FairAdmission<N> {

  /** What {@link #enter(long)} returns while requests may have to be refused. */
  public static final int LIMITED = -5;

  /** The time between two ticks. */
  public static final long TICK_NANOS = 100 * Nanos.PER_MILLI;

  /** How late a tick has to be to tell a pause of the node. */
  private static final long PAUSE_NANOS = 20 * Nanos.PER_MILLI;

  /** A tick tells about no more time than this many intervals. */
  private static final int MOST_INTERVALS = 10;

  private final ShortestWait waits = new ShortestWait();
  private final NodeShares<N> shares;
  private volatile Signals signals = Signals.NONE;
  private long last;
  private long late;

  /**
   * An admission that refuses nothing yet.
   *
   * @param leastRoom requests that the node may always have in flight, positive
   * @param now monotonic nanoseconds
   */
  public FairAdmission(int leastRoom, long now) {
    this.shares = new NodeShares<>(leastRoom);
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
   * @param bits of the overloaded replicas to which the request goes, as {@link
   *     ReplicaShares#bitOf} tells them; zero if there are none
   * @param random from 0 to below 1, another one for each request
   * @return a ticket to {@link #leave} with, or a refusal
   */
  public int enter(int tenant, int weight, int ofClass, int bits, double random) {
    return shares.enter(tenant, weight, ofClass, bits, random);
  }

  /** Whether tenants and classes decide, because there is not enough for all. */
  public boolean isLimited() {
    return shares.areLimited();
  }

  /** Lets a request in that was refused, and returns a ticket. */
  public int enterAnyway() {
    return shares.enterUncounted();
  }

  /** Whether an answer of {@code enter} is a refusal. */
  public static boolean isRefused(int ticket) {
    return ticket < 0;
  }

  /** Takes back that a request was let in, as if it had not come. */
  public void withdraw(int ticket) {
    shares.withdraw(ticket);
  }

  /** Ends a request that was let in. */
  public void leave(int ticket) {
    shares.leave(ticket);
  }

  /** Whether a request was let in without a look at its tenant and its class. */
  public static boolean isUncounted(int ticket) {
    return ticket == FairShares.UNCOUNTED;
  }

  /** Ends a request that was counted, as {@link NodeShares#leave(int, long)}. */
  public void leave(int ticket, long nanos) {
    shares.leave(ticket, nanos);
  }

  /** Ends a request that was counted, as {@link NodeShares#leaveWithWaits}. */
  public void leaveWithWaits(int ticket, long nanos) {
    shares.leaveWithWaits(ticket, nanos);
  }

  /**
   * Ends an interval of {@link #TICK_NANOS}, and shares the room anew.
   *
   * @param now monotonic nanoseconds
   * @param processors how threads have used them in the interval
   */
  public void tick(long now, ProcessorUse processors) {
    // A delay may show in the next tick only, so what is early now pays for what was late.
    double passed = Math.min(MOST_INTERVALS, (double) (now - last) / TICK_NANOS);
    late = Math.max(-TICK_NANOS, late) + now - last - TICK_NANOS - processors.delayedNanos();
    last = now;
    double paused = 0;
    if (late > PAUSE_NANOS) {
      paused = (double) late / TICK_NANOS;
      late = 0;
    }
    Signals seen = new Signals(waits.take(), processors.waitNanos(), processors.isMostlyOwnWork());
    signals = seen;
    shares.tick(seen.areLong(), seen.isQueueLong(), paused, passed, now);
  }

  /** What has been refused a request, as {@link NodeShares#held}. */
  public Held held(int refusal, int tenant, int ofClass, int bits) {
    return shares.held(refusal, tenant, ofClass, bits);
  }

  /** What the last interval has told. */
  public Signals signals() {
    return signals;
  }

  /** How an overload of this node has gone so far. */
  public Stress stress() {
    return shares.stress();
  }

  /** The replicas that are overloaded. */
  public ReplicaShares<N> replicas() {
    return shares.replicas();
  }

  /** How many requests may be in flight; infinite while there is enough for all. */
  public double room() {
    return shares.room();
  }

  /** Requests in flight. */
  public int inFlight() {
    return shares.inFlight();
  }
}
