package io.goodput.buckets;

import io.goodput.buckets.store.BucketStore;
import io.goodput.core.time.TimeSource;
import java.util.function.Consumer;

/** Builds buckets on a store that needs no settings. */
final class AnyStore extends BucketsBuilder<AnyStore> {

  private final BucketStore store;

  AnyStore(BucketStore store) {
    this.store = store;
  }

  @Override
  protected BucketStore store(int concurrency, Consumer<String> onRetry, TimeSource time) {
    return store;
  }
}
