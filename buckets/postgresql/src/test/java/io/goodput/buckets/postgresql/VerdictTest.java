package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Proxy;
import io.goodput.buckets.Reason;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a verdict says besides whether it admits. */
class VerdictTest {

  private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/postgres";
  private static final Limit SLOW = Limit.of(100).per(Duration.ofDays(1));

  private final String id = UUID.randomUUID().toString();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void remaining_afterTokensWereTaken_isTheRest(boolean leased) {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));

      assertThat(bucket.tryAcquire(60).remaining()).isEqualTo(40);
      assertThat(bucket.tryAcquire(50).remaining()).isEqualTo(40);
      assertThat(bucket.peek().remaining()).isEqualTo(40);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void retryAfter_ofARejection_isTheTimeUntilTheBucketHasEnough(boolean leased) {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));
      assertThat(bucket.tryAcquire(100).retryAfter()).isZero();

      // 50 tokens flow in within half a day.
      assertThat(bucket.tryAcquire(50).retryAfter())
          .isBetween(Duration.ofMinutes(719), Duration.ofMinutes(720).plusSeconds(1));
      // This one is answered without a statement.
      assertThat(bucket.tryAcquire(50).retryAfter())
          .isBetween(Duration.ofMinutes(719), Duration.ofMinutes(720).plusSeconds(1));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reset_isTheTimeUntilTheBucketIsFull(boolean leased) {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));

      assertThat(bucket.tryAcquire(25).reset())
          .isBetween(Duration.ofMinutes(359), Duration.ofMinutes(360).plusSeconds(6));
      assertThat(bucket.peek().reset())
          .isBetween(Duration.ofMinutes(359), Duration.ofMinutes(360).plusSeconds(6));
    }
  }

  @Test
  void peek_ofAnUnusedBucket_isFullAndMakesNoRow() {
    try (TokenBuckets buckets = Server.client().open()) {
      Verdict verdict = buckets.bucket(id, options(true)).peek();

      assertThat(verdict.admitted()).isTrue();
      assertThat(verdict.remaining()).isEqualTo(100);
      assertThat(verdict.reset()).isZero();
      assertThat(rows()).isZero();
    }
  }

  @Test
  void peek_ofAnEmptyBucket_doesNotAdmit() {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(false));
      assertThat(bucket.tryAcquire(100).admitted()).isTrue();
      Verdict verdict = bucket.peek();

      assertThat(verdict.admitted()).isFalse();
      assertThat(verdict.retryAfter())
          .isBetween(Duration.ofMinutes(14), Duration.ofMinutes(14).plusSeconds(25));
    }
  }

  @Test
  void peek_withoutADatabase_doesNotAdmitAndIsLimitedByTheTimeout() {
    try (TokenBuckets buckets = PostgresBuckets.on(NOWHERE).open()) {
      assertThat(buckets.bucket(id, perSecond(1)).peek().admitted()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reason_whileTheDatabaseAnswers_isTheBucket(boolean leased) throws InterruptedException {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased).fallback(SLOW));

      assertThat(bucket.tryAcquire(100).reason()).isEqualTo(Reason.ADMITTED);
      assertThat(bucket.tryAcquire(50).reason()).isEqualTo(Reason.LIMIT);
      assertThat(bucket.tryAcquire(50).reason()).isEqualTo(Reason.LIMIT);
      assertThat(bucket.tryAcquire(50, Duration.ofMillis(300)).reason()).isEqualTo(Reason.LIMIT);
      assertThat(bucket.peek().reason()).isEqualTo(Reason.LIMIT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reason_withoutADatabase_isTheFallbackUntilItIsEmpty(boolean leased)
      throws InterruptedException {
    try (TokenBuckets buckets = PostgresBuckets.on(NOWHERE).open()) {
      Limit twice = Limit.of(2).per(Duration.ofDays(1));
      TokenBucket bucket = buckets.bucket(id, options(leased).fallback(twice));

      assertThat(bucket.tryAcquire().reason()).isEqualTo(Reason.FALLBACK);
      assertThat(bucket.tryAcquire(1, Duration.ofMillis(1)).reason()).isEqualTo(Reason.FALLBACK);
      assertThat(bucket.tryAcquire().reason()).isEqualTo(Reason.UNAVAILABLE);
      assertThat(bucket.tryAcquire(1, Duration.ofMillis(1)).reason()).isEqualTo(Reason.UNAVAILABLE);
      assertThat(bucket.peek().reason()).isEqualTo(Reason.UNAVAILABLE);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void retryAfter_withoutADatabase_isWhenThisProcessAsksAgain(boolean leased) {
    try (TokenBuckets buckets = PostgresBuckets.on(NOWHERE).open()) {
      TokenBucket bucket = buckets.bucket(id, options(leased));
      bucket.tryAcquire();
      Verdict verdict = bucket.tryAcquire();

      assertThat(verdict.retryAfter()).isBetween(Duration.ofNanos(1), Duration.ofSeconds(1));
      assertThat(verdict).asString().contains("unavailable");
    }
  }

  @Test
  void reason_ofAServerThatDoesNotAnswerInTime_isNotTheLimit() throws InterruptedException {
    try (Proxy proxy = new Proxy(Server.port());
        TokenBuckets buckets =
            PostgresBuckets.on(proxy.url()).timeout(Duration.ofSeconds(1)).open()) {
      proxy.holdAnswers();
      TokenBucket bucket = buckets.bucket(id, options(true));

      assertThat(bucket.tryAcquire(1, Duration.ofMillis(50)).reason())
          .isEqualTo(Reason.UNAVAILABLE);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reason_afterClose_isThat(boolean leased) throws Exception {
    TokenBuckets buckets = Server.client().open();
    TokenBucket bucket = buckets.bucket(id, options(leased));
    assertThat(bucket.tryAcquire(100).admitted()).isTrue();
    assertThat(bucket.tryAcquire(100).admitted()).isFalse();
    buckets.close();

    assertClosed(bucket.tryAcquire());
    assertClosed(bucket.tryAcquire(100));
    assertClosed(bucket.tryAcquire(1, Duration.ofSeconds(1)));
    assertClosed(bucket.acquireAsync(1, Duration.ofSeconds(1)).get());
    assertClosed(bucket.peek());
  }

  private static void assertClosed(Verdict verdict) {
    assertThat(verdict.reason()).isEqualTo(Reason.CLOSED);
    assertThat(verdict.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(verdict.toString()).startsWith("rejected (closed)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquire_timeoutOfZero_asksTheDatabase(boolean leased) throws Exception {
    for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
      try (TokenBuckets buckets = Server.client().open()) {
        TokenBucket bucket = buckets.bucket(id + none, options(leased));

        assertThat(bucket.tryAcquire(60, none).admitted()).isTrue();
        assertThat(bucket.acquireAsync(40, none).get().admitted()).isTrue();
        assertThat(bucket.tryAcquire(50, none).reason()).isEqualTo(Reason.LIMIT);
        assertThat(bucket.acquireAsync(50, none).get().reason()).isEqualTo(Reason.LIMIT);
      }
    }
  }

  @Test
  void refund_ofNoTokens_isRejected() {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, options(true));

      assertThatThrownBy(() -> bucket.refund(0)).hasMessageContaining("choose 1 to 4398046511104");
      assertThatThrownBy(() -> bucket.debit(0)).hasMessageContaining("choose 1 to 4398046511104");
    }
  }

  private long rows() {
    return Server.number(
        "SELECT count(*) FROM rate_limiting_token_bucket WHERE id = '%s'".formatted(id));
  }

  private static BucketOptions options(boolean leased) {
    BucketOptions options = BucketOptions.of(SLOW);
    return leased ? options : options.direct();
  }
}
