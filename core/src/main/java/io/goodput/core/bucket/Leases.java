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
 * <p>A request is for the demand since the last one, scaled to half of the life of a lease, but at
 * most {@value #GROWTH} times that demand, and no more than may be lost. It is due when less than
 * half of the newest lease is left; after an answer that left the bucket low, only after a pause.
 * After a second without a request, the demand is unknown. If several callers wait then, they
 * probably come again: the request is for the tokens of all but the smallest of them again, in
 * advance, but for no more than flow in during the life of the lease.
 *
 * <p>A bucket that is almost full gets nothing while leased tokens may be alive. So after a second
 * without a request, leases begin with short lives, which grow as time passes: until the process
 * has taken as many tokens as flow in during a longer life. A life during which only a 64th of the
 * burst flows in is short enough. A life that ends before the bucket can be full costs nothing, so
 * tokens of a low bucket live for up to a second.
 *
 * <p>The tokens of the latest grant may all be spent long before their life ends. Then the next
 * request says so, and the bucket does not count them any longer.
 *
 * <p>A direct client leases nothing: it requests what is due, and ignores the latest answer.
 *
 * <p>Thread-safe. Spending is lock-free and allocates nothing. One thread at a time makes a
 * request: from when {@link #beginRequest} has returned true until it calls {@link #answered},
 * {@link #failed} or {@link #cancelRequest}.
 */
public final class Leases {

  static final int GROWTH = 4;

  private static final int AGES_PER_LEASE = 4;
  private static final int PART_BEFORE_GRANT = 4;
  private static final int PART_FOR_THE_WAY = 8;

  private static final long LOW_PAUSE = 50 * Nanos.PER_MILLI;

  /** The longest life because the bucket is not full before its end, in microseconds. */
  static final long LONGEST_UNTIL_FULL = Rate.MICROS;

  /** Enough for the longest life, and for the time until the next request. */
  private static final long MOST_UNTIL_FULL = 60 * Rate.MICROS;

  /** The life of the first lease, in microseconds. */
  static final long FIRST_LIFE = 25_000;

  private static final long IDLE = Nanos.PER_SECOND;

  /** In microseconds. After that time, a client notices that an operator filled the bucket. */
  private static final long LONGEST_PAUSE = Rate.MICROS;

  private static final long SHORTEST_BACK_OFF = 10 * Nanos.PER_MILLI;
  private static final int MOST_DOUBLINGS = 4;

  private final TimeSource time;
  private final boolean direct;
  private final AtomicBoolean requesting = new AtomicBoolean();
  private final LongAdder missed = new LongAdder();

  private volatile Lease older = Lease.NONE;
  private volatile Lease newer = Lease.NONE;
  private volatile long pausedUntil;
  private volatile int failures;
  private volatile boolean low;

  // Used only by the thread that makes a request.
  private Latest latest = Latest.NONE;
  private long requestedAt;
  private long notFullUntil;
  private long usualLife;
  private long busySince;
  private long taken;
  private long lost;
  private long spentBefore;

  /**
   * The latest grant.
   *
   * @param counted how long a bucket that was almost full counts the tokens, in microseconds
   * @param since a moment of the monotonic clock, not later than the grant
   * @param received when tokens that were not leased had been spent
   * @param lease of the other tokens
   */
  private record Latest(
      Grant grant, long life, long counted, long since, long received, Lease lease) {

    static final Latest NONE = new Latest(Grant.NONE, 0, 0, 0, 0, Lease.NONE);

    /** Owed tokens are spent later than this client knows. */
    Spent spent(TimeSource time) {
      if (grant.tokens() == 0 || grant.isOwed() || lease.unspent() > 0) {
        return Spent.NONE;
      }
      long emptied = lease.nanosUntilEmptied();
      // Read the clock last: what was spent by then was spent before.
      long age = emptied < 0 ? time.monotonicNanos() - since : Math.max(emptied, received - since);
      return Spent.atAge(age, grant, life);
    }
  }

  /** No leases yet. */
  public Leases(TimeSource time) {
    this(time, false);
  }

  private Leases(TimeSource time, boolean direct) {
    this.time = time;
    this.direct = direct;
    this.pausedUntil = time.monotonicNanos();
    this.requestedAt = pausedUntil - Rate.MICROS * Nanos.PER_MILLI;
    this.notFullUntil = pausedUntil;
  }

  /** A client that takes no tokens in advance. */
  public static Leases direct(TimeSource time) {
    return new Leases(time, true);
  }

  /** Whether the client takes no tokens in advance. Then it must lease none. */
  public boolean areDirect() {
    return direct;
  }

  /** Unspent tokens of a lease, and the answer that they came with. */
  public record Unspent(long tokens, Grant grant) {}

  /**
   * Spends leased tokens, all or none.
   *
   * @return whether it spent them
   */
  public boolean spend(long tokens) {
    return spend(tokens, time.monotonicNanos());
  }

  /**
   * Spends leased tokens, all or none.
   *
   * @param now the time of the clock of these leases, in monotonic nanoseconds
   * @return whether it spent them
   */
  public boolean spend(long tokens, long now) {
    return spend(older, tokens, now) || spend(newer, tokens, now);
  }

  private boolean spend(Lease lease, long tokens, long now) {
    boolean isSpent = lease.spend(tokens, now);
    if (isSpent) {
      wasSpent(lease);
    }
    return isSpent;
  }

  /**
   * Spends as many of these leased tokens as there are, and returns their number.
   *
   * @param now the time of the clock of these leases, in monotonic nanoseconds
   */
  public long spendUpTo(long most, long now) {
    long spent = spendUpTo(older, most, now);
    return spent == most ? spent : spent + spendUpTo(newer, most - spent, now);
  }

  private long spendUpTo(Lease lease, long most, long now) {
    long spent = lease.spendUpTo(most, now);
    if (spent > 0) {
      wasSpent(lease);
    }
    return spent;
  }

  private void wasSpent(Lease lease) {
    if (lease.unspent() == 0) {
      // The clock is read after the tokens of all callers were spent.
      lease.emptied(time.monotonicNanos());
    }
  }

  /** Counts demand for tokens that was rejected without a request. */
  public void missed(long tokens) {
    missed.add(tokens);
  }

  /** Whether a new request is due: few leased tokens are left, and no request is in progress. */
  public boolean isLow() {
    return newer.isLow() && !requesting.get();
  }

  /** Whether a thread makes a request. */
  public boolean isRequesting() {
    return requesting.get();
  }

  /** Nanoseconds to wait before the next request; 0 if there is no reason to wait. */
  public long pauseNanos() {
    return Math.max(0, pausedUntil - time.monotonicNanos());
  }

  /**
   * Whether the latest request was for single tokens, got fewer than it wanted, and left fewer in
   * the bucket than flow in during a pause.
   */
  public boolean isBucketLow() {
    return low;
  }

  /** The next request need not wait: the bucket has tokens for it. */
  public void endPause() {
    pausedUntil = time.monotonicNanos();
  }

  /**
   * Tokens that may be spent.
   *
   * @param now the time of the clock of these leases, in monotonic nanoseconds
   */
  public long unspent(long now) {
    return older.unspent(now) + newer.unspent(now);
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
   * @param rates the limits of the bucket, as far as they are known
   * @param least tokens that the smallest waiting caller needs, at least 1
   * @param due tokens that waiting callers need; 0 if none waits
   * @param ages of the answers of the database
   */
  public TokenRequest request(Rates rates, long least, long due, AnswerAges ages) {
    return next(rates, least, due, ages).after(latest.spent(time));
  }

  private TokenRequest next(Rates rates, long least, long due, AnswerAges ages) {
    long now = time.monotonicNanos();
    long spent = taken - lost - older.unspent() - newer.unspent();
    long demand = spent - spentBefore + missed.sumThenReset() + due;
    double lasted = Math.max(1, now - requestedAt);
    spentBefore = spent;
    boolean wasIdle = now - requestedAt > IDLE;
    busySince = wasIdle ? now : busySince;
    requestedAt = now;
    long soFar = Math.max(FIRST_LIFE + (now - busySince) / Nanos.PER_MICRO, rates.harmlessLife());
    long lease = Math.min(leaseLife(rates, ages), ages.atLeast(soFar));
    usualLife = lease;
    long life = Math.max(lease, untilFull(now));
    double target = lease * Nanos.PER_MICRO / (rates.fillSoon() ? 1.0 : 2.0);
    if (due == 0 && isUnreachable()) {
      // Even without demand, to learn when the bucket is back.
      return new TokenRequest(least, 0, 1, Math.max(life, ages.life(rates)));
    }
    if (direct) {
      return new TokenRequest(least, due, due, Math.max(untilFull(now), ages.life(rates)));
    }
    long wanted = (long) (demand * Math.min(GROWTH, target / lasted));
    if (wasIdle) {
      wanted = Math.max(wanted, Math.min(due - least, rates.inflow(lease)));
    }
    long ahead = Math.min(wanted, rates.mostAhead());
    if (ahead > 0 && ages.fit(life)) {
      return new TokenRequest(least, due, Math.min(due + ahead, rates.burst()), life);
    }
    long shorter = Math.min(ages.life(rates), ages.atLeast(lease));
    return new TokenRequest(least, due, due, Math.max(shorter, untilFull(now)));
  }

  /**
   * A life that costs no inflow, in microseconds: the bucket is not full before its end, as its
   * latest answer said. A part of the time is left for the way to the bucket.
   */
  private long untilFull(long now) {
    long left = (notFullUntil - now) / Nanos.PER_MICRO;
    return Math.min(LONGEST_UNTIL_FULL, left - left / PART_FOR_THE_WAY);
  }

  /** In a bucket that fills soon, leases live long enough for the answer and for the callers. */
  private static long leaseLife(Rates rates, AnswerAges ages) {
    long longest = rates.timeToFill();
    return rates.fillSoon() && ages.fit(longest)
        ? Math.max(rates.leaseLife(), Math.min(AGES_PER_LEASE * ages.atLeast(0), longest))
        : rates.leaseLife();
  }

  /**
   * The bucket has answered.
   *
   * @param rates the limits that it applied
   * @param kept granted tokens that were not spent at once, to be leased
   * @param since a moment of the monotonic clock, not later than the grant
   */
  public void answered(Rates rates, TokenRequest request, Grant grant, long kept, long since) {
    long now = time.monotonicNanos();
    long life = Math.min(request.life(), grant.endIn());
    Lease lease = new Lease(kept, since, life, grant);
    if (kept > 0) {
      Lease retired = older;
      older = newer;
      newer = lease;
      taken += kept;
      lost += retired.surrender();
    }
    if (grant.tokens() > 0) {
      latest = new Latest(grant, life, Math.min(life, usualLife), since, now, lease);
    }
    long untilFull = Math.min(MOST_UNTIL_FULL, rates.untilFull(grant));
    notFullUntil = since + untilFull * Nanos.PER_MICRO;
    failures = 0;
    low = !direct && request.least() == 1 && leavesBucketLow(rates, request, grant);
    pausedUntil =
        now + (leavesTooFew(rates, request, grant) ? pauseAfter(rates, grant, since, now) : 0);
    requesting.set(false);
  }

  /** The bucket has not answered. The next request follows after a pause that grows. */
  public void failed() {
    int doublings = Math.min(failures, MOST_DOUBLINGS);
    failures = doublings + 1;
    low = false;
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
  private boolean leavesTooFew(Rates rates, TokenRequest request, Grant grant) {
    return grant.tokens() == 0
        || grant.isOwed()
        || (!direct && leavesBucketLow(rates, request, grant));
  }

  private static boolean leavesBucketLow(Rates rates, TokenRequest request, Grant grant) {
    return grant.tokens() < request.most()
        && grant.left() < rates.inflow(LOW_PAUSE / Nanos.PER_MICRO);
  }

  /**
   * Nanoseconds until the next request, which should reach the bucket when it has enough, or after
   * a pause that ends before the bucket is full.
   */
  private long pauseAfter(Rates rates, Grant grant, long since, long now) {
    // The way to the bucket is the shorter part: the answer waits for the commit.
    long age = now - since - (now - since) / PART_BEFORE_GRANT;
    long usual = jittered(Math.min(LOW_PAUSE, rates.leaseLife() * Nanos.PER_MICRO / 2));
    long low = Math.min(direct ? 0 : usual, nanosUntil(grant.fullIn(), grant, now) - age);
    return Math.max(0, Math.max(low, nanosUntil(grant.enoughIn(), grant, now) - age));
  }

  /** Less the life of tokens that may be spent early, which the bucket does not know yet. */
  private long nanosUntil(long micros, Grant grant, long now) {
    boolean mayBeEarly = grant.tokens() > 0 || latest.lease().unspent(now) > 0;
    long left = micros - (mayBeEarly ? latest.counted() : 0);
    return Math.min(left, LONGEST_PAUSE) * Nanos.PER_MICRO;
  }

  /** A duration that differs by up to a quarter, so that clients do not make requests in step. */
  private static long jittered(long nanos) {
    return nanos - nanos / 4 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1);
  }
}
