package io.goodput.lab.bench.tokenbucket;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.local.SynchronizationStrategy;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.goodput.core.bucket.Rate;
import io.goodput.lab.bench.tokenbucket.BucketCase.Mode;
import java.time.Duration;

/** A bucket of Bucket4j or Resilience4j in memory, without locks, that all threads share. */
final class LocalPeerClient extends BucketClient {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Request request;

  LocalPeerClient(Work work) {
    super(work);
    request = work.what().mode() == Mode.RESILIENCE4J ? resilience4j() : bucket4j();
  }

  private Request bucket4j() {
    Rate rate = work.what().rate();
    Bucket bucket =
        Bucket.builder()
            .addLimit(it -> it.capacity(rate.burst()).refillGreedy(work.what().perSecond(), SECOND))
            .withSynchronizationStrategy(SynchronizationStrategy.LOCK_FREE)
            .build();
    return () -> bucket.tryConsume(1);
  }

  /** It has no burst beyond the tokens of a second. */
  private Request resilience4j() {
    RateLimiter limiter =
        RateLimiter.of(
            work.what().toString(),
            RateLimiterConfig.custom()
                .limitForPeriod((int) work.what().perSecond())
                .limitRefreshPeriod(SECOND)
                .timeoutDuration(Duration.ZERO)
                .build());
    return limiter::acquirePermission;
  }

  @Override
  Request ofThread(int thread) {
    return request;
  }

  @Override
  public void close() {}
}
