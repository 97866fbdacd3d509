package io.goodput.buckets.lease;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is. A caller that waits for more tokens than the bucket has gets a turn: until
 * then, callers of this process that came later get no tokens, because they would keep the bucket
 * low. A turn ends with its answer, when the bucket owes it the tokens, or after twice the time in
 * which they flow in. Thread-safe.
 */
final class Turn {

  private static final int TIMES_INFLOW = 2;
  private static final long SLACK = Nanos.PER_SECOND;
  private static final long LONGEST = TimeUnit.DAYS.toNanos(365);

  private final StoredBucket stored;
  private final TimeSource time;
  private final AtomicReference<@Nullable Holder> holder = new AtomicReference<>();

  Turn(StoredBucket stored, TimeSource time) {
    this.stored = stored;
    this.time = time;
  }

  private record Holder(Waiter waiter, long end) {}

  /**
   * Gives a turn to a caller that the bucket had too few tokens for, unless it is another caller's
   * turn, the caller has had one, or its time is over before there are enough.
   *
   * @param nanos until there are enough tokens, if others take none
   */
  void offer(Waiter waiter, long nanos) {
    if (waiter.waitsForTokens() && nanos <= waiter.nanosLeft() && !isTaken() && waiter.takeTurn()) {
      long inflow = Math.min(stored.nanosFor(waiter.tokens()), LONGEST);
      holder.set(new Holder(waiter, time.monotonicNanos() + TIMES_INFLOW * inflow + SLACK));
    }
  }

  /** Ends the turn of a caller. */
  void end(Waiter waiter) {
    Holder seen = holder.get();
    if (seen != null && seen.waiter() == waiter) {
      holder.compareAndSet(seen, null);
    }
  }

  /** Whether it is the turn of any caller. */
  boolean isTaken() {
    return holder.get() != null && waiter() != null;
  }

  /** Whether it is the turn of another caller. */
  boolean isOfAnother(Waiter waiter) {
    Waiter first = holder.get() == null ? null : waiter();
    return first != null && first != waiter;
  }

  /** Whose turn it is; null if it is no caller's. */
  @Nullable Waiter waiter() {
    Holder seen = holder.get();
    if (seen == null) {
      return null;
    }
    if (seen.waiter().isAnswered() || time.monotonicNanos() - seen.end() > 0) {
      holder.compareAndSet(seen, null);
      return null;
    }
    return seen.waiter();
  }
}
