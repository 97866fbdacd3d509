package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Dependent actions of asynchronous callers. */
class AsyncTest {

  private final String id = UUID.randomUUID().toString();

  @Test
  void dependentAction_thatBlocks_delaysNoOtherCaller() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(100));
      assertThat(bucket.tryAcquire(99).admitted()).isTrue();
      CountDownLatch blocked = new CountDownLatch(1);
      CompletableFuture<Void> unused =
          bucket
              .acquireAsync(90, Duration.ofMillis(50))
              .thenApply(Verdict::admitted)
              .thenAccept(
                  acquired -> {
                    blocked.countDown();
                    await(latch);
                  });
      assertThat(blocked.await(20, TimeUnit.SECONDS)).isTrue();

      assertThat(bucket.acquireAsync(90, Duration.ofMillis(50)).thenApply(Verdict::admitted))
          .succeedsWithin(Duration.ofSeconds(20))
          .isEqualTo(false);
    } finally {
      latch.countDown();
    }
  }

  @Test
  void dependentAction_thatBlocksAfterAGrant_delaysNoLaterGrant() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(100).burst(100));
      CountDownLatch blocked = new CountDownLatch(1);
      CompletableFuture<Void> unused =
          bucket
              .acquireAsync(50, Duration.ofSeconds(20))
              .thenApply(Verdict::admitted)
              .thenAccept(
                  acquired -> {
                    blocked.countDown();
                    await(latch);
                  });
      assertThat(blocked.await(20, TimeUnit.SECONDS)).isTrue();

      assertThat(bucket.tryAcquire(40, Duration.ofSeconds(20)).admitted()).isTrue();
    } finally {
      latch.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
