package io.goodput.buckets;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A bucket that the process still uses after it has forgotten the bucket. */
class ForgetTest {

  private final String id = UUID.randomUUID().toString();

  @Test
  void bucket_usedAfterForget_isClosedWithTheOthers() {
    TokenBuckets buckets = TokenBuckets.inMemory().timeout(Duration.ofSeconds(10)).open();
    TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(100));
    buckets.forget(id);
    assertThat(bucket.tryAcquire(99).admitted()).isTrue();
    CompletableFuture<Boolean> waiting =
        bucket.acquireAsync(90, Duration.ofHours(1)).thenApply(Verdict::admitted);
    buckets.close();

    assertThat(waiting).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(false);
  }

  @Test
  void bucket_thatIsForgottenRightNow_isReplacedByTheNextCall() {
    try (TokenBuckets buckets = TokenBuckets.inMemory().timeout(Duration.ofSeconds(10)).open()) {
      Handle bucket = (Handle) buckets.bucket(id, perSecond(100));
      // A sweep has closed it, and has yet to remove it.
      bucket.bucket().forget();
      bucket.bucket().close();

      assertThat(bucket.tryAcquire().reason()).isEqualTo(Reason.ADMITTED);
      assertThat(buckets.size()).isEqualTo(1);
    }
  }

  @Test
  void usage_asText_hasAllFigures() {
    try (TokenBuckets buckets = TokenBuckets.inMemory().timeout(Duration.ofSeconds(10)).open()) {
      TokenBucket bucket =
          buckets.bucket(id, BucketOptions.of(Limit.of(2).per(Duration.ofDays(1))).direct());
      bucket.tryAcquire(2);
      bucket.tryAcquire(2);

      assertThat(buckets.usage())
          .hasToString("1 admitted, 1 rejected, 0 waiting, 0 tokens unspent");
    }
  }

  @Test
  void buckets_thatNoCallerUses_leaveTheMemory() {
    try (TokenBuckets buckets =
        TokenBuckets.inMemory()
            .timeout(Duration.ofSeconds(10))
            .forgetAfter(Duration.ofSeconds(1))
            .open()) {
      TokenBucket used = buckets.bucket(id, perSecond(100));
      for (int i = 0; i < 1_000; i++) {
        buckets.bucket(id + i, perSecond(100));
      }

      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                used.tryAcquire().admitted();
                return buckets.size() == 1;
              });
    }
  }

  @Test
  void bucket_thatLeftTheMemory_returnsWithItsNextUse() {
    try (TokenBuckets buckets =
        TokenBuckets.inMemory()
            .timeout(Duration.ofSeconds(10))
            .forgetAfter(Duration.ofSeconds(1))
            .open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(100));
      assertThat(bucket.tryAcquire(50).admitted()).isTrue();
      await().atMost(Duration.ofSeconds(20)).until(() -> buckets.size() == 0);

      assertThat(bucket.tryAcquire(40).admitted()).isTrue();
      assertThat(buckets.bucket(id, perSecond(1).burst(100))).isNotNull();
      assertThat(buckets.size()).isEqualTo(1);
    }
  }

  @Test
  void buckets_thatAreInUse_stayWhenThereAreTooMany() {
    try (TokenBuckets buckets = TokenBuckets.inMemory().remember(4).open()) {
      List<TokenBucket> used =
          IntStream.range(0, 4).mapToObj(i -> buckets.bucket(id + i, perSecond(100))).toList();
      buckets.bucket("idle-1", perSecond(100));
      buckets.bucket("idle-2", perSecond(100));
      await()
          .atMost(Duration.ofSeconds(20))
          .pollDelay(Duration.ZERO)
          .until(
              () -> {
                used.forEach(bucket -> buckets.bucket(bucket.id(), perSecond(100)).peek());
                return buckets.size() <= 4;
              });

      for (TokenBucket bucket : used) {
        assertThat(buckets.bucket(bucket.id(), perSecond(100))).isSameAs(bucket);
      }
    }
  }

  @Test
  void bucket_whoseCallerWaits_staysInMemory() {
    try (TokenBuckets buckets =
        TokenBuckets.inMemory()
            .timeout(Duration.ofSeconds(10))
            .forgetAfter(Duration.ofSeconds(1))
            .open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(10).burst(100));
      assertThat(bucket.tryAcquire(100).admitted()).isTrue();

      assertThat(bucket.acquireAsync(40, Duration.ofMinutes(1)).thenApply(Verdict::admitted))
          .succeedsWithin(Duration.ofSeconds(20))
          .isEqualTo(true);
    }
  }
}
