package io.goodput.lab.bench.tokenbucket;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.local.SynchronizationStrategy;
import java.time.Duration;

/** A bucket of Bucket4j in memory, without locks, that all threads share. */
final class LocalBucket4jClient extends BucketClient {

  private final Bucket bucket;

  LocalBucket4jClient(Work work) {
    super(work);
    long burst = work.what().rate().burst();
    Duration second = Duration.ofSeconds(1);
    bucket =
        Bucket.builder()
            .addLimit(it -> it.capacity(burst).refillGreedy(work.what().perSecond(), second))
            .withSynchronizationStrategy(SynchronizationStrategy.LOCK_FREE)
            .build();
  }

  @Override
  Request ofThread(int thread) {
    return () -> bucket.tryConsume(1);
  }

  @Override
  public void close() {}
}
