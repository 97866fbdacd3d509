package io.goodput.buckets.lease;

import io.goodput.core.bucket.LocalBucket;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.TimeSource;
import org.jspecify.annotations.Nullable;

/** What this process admits on its own while the store is unavailable. Thread-safe. */
final class Fallback {

  private final @Nullable LocalBucket bucket;

  /** Creates a fallback that admits nothing if {@code rates} is null. */
  Fallback(@Nullable Rates rates, TimeSource time) {
    this.bucket = rates == null ? null : new LocalBucket(rates, time);
  }

  boolean admits(long tokens) {
    return bucket != null && bucket.tryTake(tokens);
  }

  /** Whether a new fallback would admit no more than this one. */
  boolean isFull() {
    return bucket == null || bucket.isFull();
  }
}
