package io.goodput.sql;

import io.goodput.core.bucket.LocalBucket;
import io.goodput.core.bucket.Rate;
import io.goodput.core.time.TimeSource;
import org.jspecify.annotations.Nullable;

/** What a bucket does while the database does not answer. Thread-safe. */
final class WhileAway {

  private final @Nullable LocalBucket share;

  WhileAway(@Nullable Rate share, TimeSource time) {
    this.share = share == null ? null : new LocalBucket(share, time);
  }

  boolean admits(long tokens) {
    return share != null && share.tryTake(tokens);
  }
}
