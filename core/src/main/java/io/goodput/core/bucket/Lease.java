package io.goodput.core.bucket;

import io.goodput.core.time.Nanos;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tokens that a client has taken from a bucket in advance. Any thread may spend them, without I/O,
 * until they are used up or expire.
 *
 * <p>Thread-safe and lock-free; spending allocates nothing.
 */
final class Lease {

  /** Monotonic clocks of two machines may run apart by a 64th, about 1.5%. */
  private static final int DRIFT_DIVISOR = 64;

  /** No tokens. */
  static final Lease NONE = new Lease(0, Long.MIN_VALUE / 2, 0, Grant.NONE);

  private static final VarHandle UNSPENT;

  static {
    try {
      UNSPENT = MethodHandles.lookup().findVarHandle(Lease.class, "unspent", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long tokens;
  private final long begin;
  private final long life;
  private final Grant grant;

  @SuppressWarnings("UnusedVariable")
  private volatile long unspent;

  private volatile long untilEmptied;

  /**
   * Tokens that were granted.
   *
   * @param begin not later than the grant, in monotonic nanoseconds
   * @param life in microseconds on the bucket's clock
   * @param grant the answer that the tokens came with
   */
  Lease(long tokens, long begin, long life, Grant grant) {
    this.tokens = tokens;
    this.begin = begin;
    this.life = life(life);
    this.grant = grant;
    this.unspent = tokens;
    this.untilEmptied = tokens == 0 ? 0 : -1;
  }

  /** A life in microseconds on any machine's clock, in nanoseconds on the clock of this one. */
  static long life(long micros) {
    long nanos = micros * Nanos.PER_MICRO;
    return nanos - nanos / DRIFT_DIVISOR;
  }

  /** A wait in microseconds on any machine's clock, in nanoseconds on the clock of this one. */
  static long atLeast(long micros) {
    long nanos = micros * Nanos.PER_MICRO;
    return nanos + nanos / (DRIFT_DIVISOR - 1) + 1;
  }

  /** A time in nanoseconds on the clock of this machine, in microseconds on any machine's clock. */
  static long atMost(long nanos) {
    return (nanos + nanos / (DRIFT_DIVISOR - 1) + Nanos.PER_MICRO - 1) / Nanos.PER_MICRO;
  }

  /**
   * Spends tokens, all or none.
   *
   * @return whether it spent them
   */
  boolean spend(long wanted, long now) {
    if (!isAlive(now)) {
      return false;
    }
    long seen = unspent;
    while (seen >= wanted) {
      long witness = (long) UNSPENT.compareAndExchange(this, seen, seen - wanted);
      if (witness == seen) {
        return true;
      }
      seen = witness;
    }
    return false;
  }

  /** Spends as many of these tokens as there are, and returns their number. */
  long spendUpTo(long most, long now) {
    if (!isAlive(now)) {
      return 0;
    }
    long seen = unspent;
    while (seen > 0) {
      long spent = Math.min(seen, most);
      long witness = (long) UNSPENT.compareAndExchange(this, seen, seen - spent);
      if (witness == seen) {
        return spent;
      }
      seen = witness;
    }
    return 0;
  }

  /** Ends the lease, and returns the number of its unspent tokens. */
  long surrender() {
    return (long) UNSPENT.getAndSet(this, 0L);
  }

  boolean isAlive(long now) {
    return now - begin < life;
  }

  /** Whether less than half of the tokens is left. */
  boolean isLow() {
    return unspent < (tokens + 1) / 2;
  }

  /** Tokens that were not spent, even if they have expired. */
  long unspent() {
    return unspent;
  }

  /** Tokens that may be spent. */
  long unspent(long now) {
    return isAlive(now) ? unspent : 0;
  }

  /** The last token has been spent before this moment. */
  void emptied(long now) {
    untilEmptied = now - begin;
  }

  /**
   * Nanoseconds from the beginning to when the last token had been spent; less than 0 if unknown.
   */
  long nanosUntilEmptied() {
    return untilEmptied;
  }

  Grant grant() {
    return grant;
  }
}
