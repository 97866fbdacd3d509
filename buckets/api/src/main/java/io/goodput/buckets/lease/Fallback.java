package io.goodput.buckets.lease;

import io.goodput.core.bucket.BucketState;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.SteadyClock;
import io.goodput.core.time.TimeSource;
import org.jspecify.annotations.Nullable;

/** What this process admits on its own while the store is unavailable. Thread-safe. */
final class Fallback {

  private final @Nullable Rates rates;
  private final SteadyClock clock;

  /** Null if there are no limits, or before the first use. */
  private @Nullable BucketState state;

  /** Creates a fallback that admits nothing if {@code rates} is null. */
  Fallback(@Nullable Rates rates, TimeSource time) {
    this.rates = rates;
    this.clock = new SteadyClock(time);
  }

  synchronized boolean admits(long tokens) {
    if (rates == null || tokens > rates.burst()) {
      return false;
    }
    long now = clock.micros();
    BucketState seen = state == null ? BucketState.first(rates, now) : state;
    BucketState.Answered answered = seen.acquire(rates, TokenRequest.forOne(tokens), now);
    state = answered.state();
    return answered.grant().tokens() > 0;
  }

  /** Whether a new fallback would admit no more than this one. */
  synchronized boolean isFull() {
    return rates == null || state == null || state.isFull(rates, clock.micros());
  }
}
