package io.goodput.buckets;

import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.MemoryStore;
import io.goodput.core.time.TimeSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens token buckets in the memory of this process, for a single process or for tests. */
public final class MemoryBuckets extends BucketsBuilder<MemoryBuckets> {

  private @Nullable ManualClock clock;

  MemoryBuckets() {}

  /**
   * Lets the time of these buckets pass only when a test moves a clock. Buckets then take no tokens
   * in advance, as {@linkplain BucketOptions#direct direct} ones. Only buckets in memory have such
   * a clock: those in a database follow the database's clock.
   */
  public MemoryBuckets clock(ManualClock moved) {
    this.clock = moved;
    return this;
  }

  @Override
  @Nullable ManualClock manualClock() {
    return clock;
  }

  /**
   * Opens the store.
   *
   * @hidden not part of the API
   */
  @Override
  protected BucketStore store(int concurrency, Consumer<String> onRetry, TimeSource time) {
    return new MemoryStore(time);
  }
}
