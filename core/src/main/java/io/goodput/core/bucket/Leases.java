package io.goodput.core.bucket;

import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one client has in hand of one bucket, and what it asks for next.
 *
 * <p>How much: what was demanded since it last asked, scaled to {@value #TARGET_MILLIS} ms, but not
 * more than {@value #GROWTH} times as much as was demanded. When: with less than half of the newest
 * lease left; if the bucket was low, not before a pause.
 *
 * <p>Thread-safe. Spending is lock-free and allocates nothing. One thread at a time asks: the one
 * that {@link #beginAsking} has told so, until it calls {@link #answered} or {@link #failed}.
 */
public final class Leases {

  static final long TARGET_MILLIS = 100;
  static final int GROWTH = 4;

  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Clocks of two machines that both do not step may run a percent and a half apart. */
  private static final int DRIFT_DIVISOR = 64;

  /** What is asked ahead has to arrive long before it is too old. */
  private static final int ROUND_TRIPS_PER_LIFE = 4;

  private static final long LOW_PAUSE = 50 * NANOS_PER_MILLI;
  private static final long SHORTEST_BACK_OFF = 10 * NANOS_PER_MILLI;
  private static final int MOST_DOUBLINGS = 4;

  private final Rate rate;
  private final TimeSource time;
  private final AtomicBoolean asking = new AtomicBoolean();
  private final LongAdder missed = new LongAdder();

  private volatile Lease older = Lease.NONE;
  private volatile Lease newer = Lease.NONE;
  private volatile long pausedUntil;
  private volatile int failures;

  // Used by the thread that asks alone.
  private long askedAt;
  private long roundTrip;
  private long taken;
  private long lost;
  private long spentBefore;

  /** Nothing in hand. */
  public Leases(Rate rate, TimeSource time) {
    this.rate = rate;
    this.time = time;
    this.pausedUntil = time.monotonicNanos();
    this.askedAt = pausedUntil - Rate.MICROS * NANOS_PER_MILLI;
  }

  /** Tokens of a lease that nobody has spent, and the grant that they are of. */
  public record Unspent(long tokens, Grant grant) {}

  /** Spends so many tokens of those in hand, or none. */
  public boolean spend(long tokens) {
    long now = time.monotonicNanos();
    return older.spend(tokens, now) || newer.spend(tokens, now);
  }

  /** So many tokens were demanded, and refused without asking. */
  public void missed(long tokens) {
    missed.add(tokens);
  }

  /** There is less in hand than there should be, and nobody asks for more. */
  public boolean isLow() {
    return newer.isLow() && !asking.get();
  }

  /** Nanoseconds before which asking is of no use, or 0. */
  public long pause() {
    return Math.max(0, pausedUntil - time.monotonicNanos());
  }

  /** The bucket has not answered when it was last asked. */
  public boolean isAway() {
    return failures > 0;
  }

  /** Whether the caller is now the one that asks. */
  public boolean beginAsking() {
    return asking.compareAndSet(false, true);
  }

  /** The caller asks nothing after all. */
  public void cancelAsking() {
    asking.set(false);
  }

  /**
   * What to ask for.
   *
   * @param least tokens that the smallest of those who wait needs, at least 1
   * @param due tokens that are waited for, 0 if they are asked for ahead of need
   */
  public Ask ask(long least, long due) {
    long now = time.monotonicNanos();
    long spent = taken - lost - older.unspent() - newer.unspent();
    long demand = spent - spentBefore + missed.sumThenReset() + due;
    double lasted = Math.max(1, now - askedAt);
    spentBefore = spent;
    askedAt = now;
    long life = rate.leaseLife() * NANOS_PER_MICRO;
    double target = Math.min(TARGET_MILLIS * NANOS_PER_MILLI, life / 2);
    // A bucket that was away is asked for something even if there is little demand.
    long ahead = Math.max(isAway() ? 1 : 0, (long) (demand * Math.min(GROWTH, target / lasted)));
    boolean useful = life >= ROUND_TRIPS_PER_LIFE * roundTrip && due <= rate.most(rate.leaseLife());
    return useful && ahead > 0
        ? new Ask(least, due, Math.min(due + ahead, rate.burst()), rate.leaseLife())
        : new Ask(least, due, due, 0);
  }

  /**
   * The bucket has answered.
   *
   * @param kept tokens of the grant that were not spent at once; none of them if they have no life
   */
  public void answered(Ask ask, Grant grant, long kept) {
    long now = time.monotonicNanos();
    roundTrip = now - askedAt;
    if (kept > 0 && ask.life() > 0) {
      long life = ask.life() * NANOS_PER_MICRO;
      Lease retired = older;
      older = newer;
      newer = new Lease(kept, askedAt, life - life / DRIFT_DIVISOR, grant);
      taken += kept;
      lost += retired.surrender();
    }
    failures = 0;
    pausedUntil = now + (leavesTooFew(ask, grant) ? pauseAfter(grant) : 0);
    asking.set(false);
  }

  /** The bucket has not answered. It is asked again after a pause that grows. */
  public void failed() {
    int doublings = Math.min(failures, MOST_DOUBLINGS);
    failures = doublings + 1;
    roundTrip = 0;
    pausedUntil = time.monotonicNanos() + jittered(SHORTEST_BACK_OFF << doublings);
    asking.set(false);
  }

  /** Ends all leases, and returns what of them may be given back, in this order. */
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

  /** Others should find what flows in during a pause. */
  private boolean leavesTooFew(Ask ask, Grant grant) {
    return grant.tokens() == 0
        || (grant.tokens() < ask.most() && grant.left() < rate.inflow(LOW_PAUSE / NANOS_PER_MICRO));
  }

  private long pauseAfter(Grant grant) {
    long low = jittered(Math.min(LOW_PAUSE, rate.leaseLife() * NANOS_PER_MICRO / 2));
    return Math.max(grant.enoughIn() * NANOS_PER_MICRO, low);
  }

  /** A quarter more or less, so that clients do not ask in step. */
  private static long jittered(long nanos) {
    return nanos - nanos / 4 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1);
  }
}
