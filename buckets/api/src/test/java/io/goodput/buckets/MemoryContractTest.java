package io.goodput.buckets;

import io.goodput.buckets.store.MemoryStore;
import io.goodput.core.time.TimeSource;

/** Buckets in the memory of one process. */
class MemoryContractTest extends BucketContract {

  private final MemoryStore store = new MemoryStore(TimeSource.system());

  @Override
  protected BucketsBuilder<?> client() {
    return TokenBuckets.on(store);
  }
}
