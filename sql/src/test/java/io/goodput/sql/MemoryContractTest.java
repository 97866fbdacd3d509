package io.goodput.sql;

import io.goodput.core.time.TimeSource;
import io.goodput.sql.bucket.LocalStore;

/** Buckets in the memory of one process. */
class MemoryContractTest extends BucketContract {

  private final LocalStore store = new LocalStore(TimeSource.system());

  @Override
  protected TokenBuckets.Builder client() {
    return TokenBuckets.on(store);
  }
}
