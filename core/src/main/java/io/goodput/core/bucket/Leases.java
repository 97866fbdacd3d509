package io.goodput.core.bucket;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * The leases of one client on the tokens of one bucket, and what the client requests next.
 *
 * <p>A request is for the demand since the last one, scaled to {@value #TARGET_MILLIS} ms, but at
 * most {@value #GROWTH} times that demand. It is due when less than half of the newest lease is
 * left; after an answer that left the bucket low, only after a pause.
 *
 * <p>Thread-safe. Spending is lock-free and allocates nothing. One thread at a time makes a
 * request: from when {@link #beginRequest} has returned true until it calls {@link #answered},
 * {@link #failed} or {@link #cancelRequest}.
 */
public final class Leases {

  static final long TARGET_MILLIS = 100;
  static final int GROWTH = 4;

  /** Monotonic clocks of two machines may run apart by a 64th, about 1.5 %. */
  private static final int DRIFT_DIVISOR = 64;

  /** Tokens requested in advance must arrive long before they expire. */
  private static final int ROUND_TRIPS_PER_LIFE = 4;

  private static final long LOW_PAUSE = 50 * Nanos.PER_MILLI;
  private static final long SHORTEST_BACK_OFF = 10 * Nanos.PER_MILLI;
  private static final int MOST_DOUBLINGS = 4;

  private final Rate rate;
  private final TimeSource time;
  private final AtomicBoolean requesting = new AtomicBoolean();
  private final LongAdder missed = new LongAdder();

  private volatile Lease older = Lease.NONE;
  private volatile Lease newer = Lease.NONE;
  private volatile long pausedUntil;
  private volatile int failures;

  // Used only by the thread that makes a request.
  private long requestedAt;
  private long roundTrip;
  private long taken;
  private long lost;
  private long spentBefore;

  /** No leases. */
  public Leases(Rate rate, TimeSource time) {
    this.rate = rate;
    this.time = time;
    this.pausedUntil = time.monotonicNanos();
    this.requestedAt = pausedUntil - Rate.MICROS * Nanos.PER_MILLI;
  }

  /** Unspent tokens of a lease, and the answer that they came with. */
  public record Unspent(long tokens, Grant grant) {}

  /**
   * Spends leased tokens, all or none.
   *
   * @return whether it spent them
   */
  public boolean spend(long tokens) {
    long now = time.monotonicNanos();
    return older.spend(tokens, now) || newer.spend(tokens, now);
  }

  /** Counts demand for tokens that was rejected without a request. */
  public void missed(long tokens) {
    missed.add(tokens);
  }

  /** Whether a new request is due: few leased tokens are left, and no request is in progress. */
  public boolean isLow() {
    return newer.isLow() && !requesting.get();
  }

  /** Nanoseconds to wait before the next request; 0 if there is no reason to wait. */
  public long pauseNanos() {
    return Math.max(0, pausedUntil - time.monotonicNanos());
  }

  /** Whether the bucket failed to answer the last request. */
  public boolean isUnreachable() {
    return failures > 0;
  }

  /** Whether the caller may make a request: no other thread is making one. */
  public boolean beginRequest() {
    return requesting.compareAndSet(false, true);
  }

  /** The caller makes no request after all. */
  public void cancelRequest() {
    requesting.set(false);
  }

  /**
   * The next request.
   *
   * @param least tokens that the smallest waiting caller needs, at least 1
   * @param due tokens that waiting callers need; 0 if none waits
   */
  public TokenRequest request(long least, long due) {
    long now = time.monotonicNanos();
    long spent = taken - lost - older.unspent() - newer.unspent();
    long demand = spent - spentBefore + missed.sumThenReset() + due;
    double lasted = Math.max(1, now - requestedAt);
    spentBefore = spent;
    requestedAt = now;
    long life = rate.leaseLife() * Nanos.PER_MICRO;
    double target = Math.min(TARGET_MILLIS * Nanos.PER_MILLI, life / 2);
    // An unreachable bucket gets a request even without demand, to learn when it is back.
    long ahead =
        Math.max(isUnreachable() ? 1 : 0, (long) (demand * Math.min(GROWTH, target / lasted)));
    boolean useful = life >= ROUND_TRIPS_PER_LIFE * roundTrip && due <= rate.most(rate.leaseLife());
    return useful && ahead > 0
        ? new TokenRequest(least, due, Math.min(due + ahead, rate.burst()), rate.leaseLife())
        : new TokenRequest(least, due, due, 0);
  }

  /**
   * The bucket has answered.
   *
   * @param kept granted tokens that were not spent at once, to be leased; ignored if the request
   *     gave them no life
   */
  public void answered(TokenRequest request, Grant grant, long kept) {
    long now = time.monotonicNanos();
    roundTrip = now - requestedAt;
    if (kept > 0 && request.life() > 0) {
      long life = request.life() * Nanos.PER_MICRO;
      Lease retired = older;
      older = newer;
      newer = new Lease(kept, requestedAt, life - life / DRIFT_DIVISOR, grant);
      taken += kept;
      lost += retired.surrender();
    }
    failures = 0;
    pausedUntil = now + (leavesTooFew(request, grant) ? pauseAfter(grant) : 0);
    requesting.set(false);
  }

  /** The bucket has not answered. The next request follows after a pause that grows. */
  public void failed() {
    int doublings = Math.min(failures, MOST_DOUBLINGS);
    failures = doublings + 1;
    roundTrip = 0;
    pausedUntil = time.monotonicNanos() + jittered(SHORTEST_BACK_OFF << doublings);
    requesting.set(false);
  }

  /** Ends all leases, and returns the tokens to give back to the bucket, in this order. */
  public List<Unspent> surrender() {
    long now = time.monotonicNanos();
    List<Unspent> unspent = new ArrayList<>();
    for (Lease lease : List.of(newer, older)) {
      boolean alive = lease.isAlive(now);
      long tokens = lease.surrender();
      if (alive && tokens > 0) {
        unspent.add(new Unspent(tokens, lease.grant()));
      }
    }
    return unspent;
  }

  /** Whether the client should pause, so that others find the tokens that flow in meanwhile. */
  private boolean leavesTooFew(TokenRequest request, Grant grant) {
    return grant.tokens() == 0
        || (grant.tokens() < request.most()
            && grant.left() < rate.inflow(LOW_PAUSE / Nanos.PER_MICRO));
  }

  private long pauseAfter(Grant grant) {
    long low = jittered(Math.min(LOW_PAUSE, rate.leaseLife() * Nanos.PER_MICRO / 2));
    return Math.max(grant.enoughIn() * Nanos.PER_MICRO, low);
  }

  /** A duration that differs by up to a quarter, so that clients do not make requests in step. */
  private static long jittered(long nanos) {
    return nanos - nanos / 4 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1);
  }
}
