package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Limits;
import io.goodput.buckets.Spender;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets with several limits, which hold together. */
class SeveralLimitsTest {

  private static final Limits BURSTS_AND_HOURS =
      Limits.of(perSecond(10).burst(20), Limit.of(30).per(Duration.ofHours(1)));

  private final String id = UUID.randomUUID().toString();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquire_asOftenAsPossible_keepsEachLimit(boolean leased) {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));
      long begin = System.nanoTime();
      try (Spender spender = new Spender(bucket)) {
        await().until(() -> spender.spent() >= 25);
        // By then, the first limit alone admits 45 tokens.
        await().until(() -> System.nanoTime() - begin > 2_500_000_000L);

        spender.assertNeverMoreThan(10, 20);
        assertThat(spender.spent()).isLessThanOrEqualTo(30);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquire_thatOneLimitRejects_takesNothingFromTheOther(boolean leased) {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));
      assertThat(bucket.tryAcquire(20).admitted()).isTrue();
      assertThat(bucket.tryAcquire(11).admitted()).isFalse();

      assertThat(
              Server.number(
                  "SELECT more[1] FROM rate_limiting_token_bucket WHERE id = '%s'".formatted(id)))
          .isEqualTo(10);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void retryAfter_ofARejection_isThatOfTheLimitThatRejects(boolean leased) {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));
      assertThat(bucket.tryAcquire(20).admitted()).isTrue();

      assertThat(bucket.tryAcquire(5).retryAfter()).isLessThan(Duration.ofSeconds(2));
      assertThat(bucket.tryAcquire(15).retryAfter()).isGreaterThan(Duration.ofMinutes(9));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusedBy_ofARejection_isTheLimitThatTakesLongest(boolean leased) {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));
      assertThat(bucket.tryAcquire(20).refusedBy()).isEmpty();

      // The first limit has none left, the second one 10.
      assertThat(bucket.tryAcquire(8).refusedBy()).contains(BURSTS_AND_HOURS.all().get(0));
      assertThat(bucket.tryAcquire(15).refusedBy()).contains(BURSTS_AND_HOURS.all().get(1));
      assertThat(bucket.tryAcquire(9).refusedBy()).contains(BURSTS_AND_HOURS.all().get(0));
    }
  }

  /** A process that spends from leases refuses most callers without asking the database. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusedBy_ofEachRejectionAfterTheHourIsOver_isTheLimitOfTheHour(boolean leased) {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));
      try (Spender spender = new Spender(bucket)) {
        await().until(() -> spender.spent() == 30);
      }

      for (int i = 0; i < 1_000; i++) {
        assertThat(bucket.tryAcquire().refusedBy()).contains(BURSTS_AND_HOURS.all().get(1));
      }
    }
  }

  @Test
  void refusedBy_withOtherLimitsInForce_isOneOfThose() {
    try (TokenBuckets first = Server.client().open();
        TokenBuckets second = Server.client().open()) {
      Limit inForce = Limit.of(2).per(Duration.ofDays(1));
      assertThat(first.bucket(id, inForce).tryAcquire(2).admitted()).isTrue();

      TokenBucket bucket = second.bucket(id, options(true));
      assertThat(bucket.tryAcquire().refusedBy()).contains(inForce);
      assertThat(bucket.tryAcquire(3).refusedBy()).contains(inForce);
    }
  }

  private static BucketOptions options(boolean leased) {
    BucketOptions options = BucketOptions.of(BURSTS_AND_HOURS);
    return leased ? options : options.direct();
  }
}
