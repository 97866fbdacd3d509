package io.goodput.buckets.lease;

import io.goodput.buckets.Reason;
import io.goodput.buckets.Verdict;
import io.goodput.core.time.Nanos;
import java.util.concurrent.TimeUnit;

/** Says what callers of a bucket get, by the latest answer of the store. Thread-safe. */
final class Verdicts {

  /** A new process of the application may run by then. */
  private static final long RETRY_AFTER_CLOSE = Nanos.PER_SECOND;

  private final StoredBucket stored;
  private final LeasedTokens leased;
  private final WithoutStore without;
  private final Client client;

  Verdicts(StoredBucket stored, LeasedTokens leased, WithoutStore without, Client client) {
    this.stored = stored;
    this.leased = leased;
    this.without = without;
    this.client = client;
  }

  /** What a caller gets that wanted this number of tokens. */
  Verdict of(long tokens, Reason reason) {
    return of(tokens, tokens, reason);
  }

  /**
   * What a caller gets that wanted a number of tokens.
   *
   * @param acquired what it gets of them, if the reason admits
   */
  Verdict of(long tokens, long acquired, Reason reason) {
    long unspent = leased.unspent(client.time().monotonicNanos());
    return switch (reason) {
      case ADMITTED, FALLBACK -> stored.admitted(reason, acquired, unspent);
      case LIMIT -> stored.rejected(tokens, unspent, leased.pauseNanos());
      case UNAVAILABLE -> stored.rejected(reason, unspent, untilNextAttempt());
      case CLOSED -> stored.rejected(reason, unspent, RETRY_AFTER_CLOSE);
    };
  }

  /** Nanoseconds before this process asks the store again, or gets an answer. */
  private long untilNextAttempt() {
    long pause = without.pauseNanos();
    long longest = TimeUnit.MILLISECONDS.toNanos(client.timeoutMillis());
    return pause > 0 ? Math.min(pause, longest) : longest;
  }
}
