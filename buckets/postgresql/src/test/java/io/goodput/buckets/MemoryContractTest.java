package io.goodput.buckets;

import io.goodput.buckets.bucket.LocalStore;
import io.goodput.core.time.TimeSource;

/** Buckets in the memory of one process. */
class MemoryContractTest extends BucketContract {

  private final LocalStore store = new LocalStore(TimeSource.system());

  @Override
  protected TokenBuckets.Builder client() {
    return TokenBuckets.on(store);
  }
}
