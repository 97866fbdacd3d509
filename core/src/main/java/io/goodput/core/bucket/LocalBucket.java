package io.goodput.core.bucket;

import io.goodput.core.time.TimeSource;
import java.util.concurrent.TimeUnit;

/** A token bucket that only this process uses. Thread-safe. */
public final class LocalBucket {

  private final Rates rates;
  private final TimeSource time;
  private BucketState state;

  /** A full bucket. */
  public LocalBucket(Rates rates, TimeSource time) {
    this.rates = rates;
    this.time = time;
    this.state = BucketState.full(rates, now());
  }

  /**
   * Takes tokens, all or none.
   *
   * @return whether it took them
   */
  public synchronized boolean tryTake(long tokens) {
    if (tokens > rates.burst()) {
      return false;
    }
    BucketState.Answered answered = state.take(rates, TokenRequest.forOne(tokens), now());
    state = answered.state();
    return answered.grant().tokens() > 0;
  }

  /** Whether the bucket has all of its tokens. */
  public synchronized boolean isFull() {
    return state.isFull(rates, now());
  }

  private long now() {
    return TimeUnit.NANOSECONDS.toMicros(time.monotonicNanos());
  }
}
