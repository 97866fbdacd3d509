package io.goodput.core.bucket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tokens in hand, which have been taken from the bucket and are spent by any thread, without I/O
 * and without locks, until they are used up or too old.
 *
 * <p>Thread-safe, lock-free, allocates nothing.
 */
final class Lease {

  /** Nothing in hand. */
  static final Lease NONE = new Lease(0, Long.MIN_VALUE / 2, 0, new Grant(0, 0, 0, 0));

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

  /**
   * A lease.
   *
   * @param begin on the monotonic clock, before the tokens were asked for, in nanoseconds
   * @param life in nanoseconds
   * @param grant that the tokens are of
   */
  Lease(long tokens, long begin, long life, Grant grant) {
    this.tokens = tokens;
    this.begin = begin;
    this.life = life;
    this.grant = grant;
    this.unspent = tokens;
  }

  /** Spends so many tokens, or none. */
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

  /** Ends the lease, and returns what nobody has spent. */
  long surrender() {
    return (long) UNSPENT.getAndSet(this, 0L);
  }

  boolean isAlive(long now) {
    return now - begin < life;
  }

  /** Less than half is left. */
  boolean isLow() {
    return unspent < (tokens + 1) / 2;
  }

  long unspent() {
    return unspent;
  }

  long spent() {
    return tokens - unspent;
  }

  Grant grant() {
    return grant;
  }
}
