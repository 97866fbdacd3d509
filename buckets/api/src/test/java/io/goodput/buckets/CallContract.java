package io.goodput.buckets;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each call on a bucket does, on every store. */
abstract class CallContract {

  static final Limit A_DAY = Limit.of(100).per(Duration.ofDays(1));

  final String id = UUID.randomUUID().toString();

  /** A client of a store that all clients of this test share. */
  protected abstract BucketsBuilder<?> client();

  /** How long clients of the store need for a request at most. */
  protected Duration timeout() {
    return Duration.ofSeconds(10);
  }

  TokenBuckets open() {
    return client().timeout(timeout()).open().install();
  }

  TokenBucket bucket(TokenBuckets buckets, Limit limit, boolean leased) {
    return bucket(buckets, Limits.of(limit), leased);
  }

  TokenBucket bucket(TokenBuckets buckets, Limits limits, boolean leased) {
    return buckets.bucket(id, options(limits, leased));
  }

  private static BucketOptions options(Limits limits, boolean leased) {
    BucketOptions options = BucketOptions.of(limits);
    return leased ? options : options.direct();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquire_ofMoreThanIsLeft_takesNothing(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      assertThat(bucket.tryAcquire(60).acquired()).isEqualTo(60);
      assertThat(bucket.tryAcquire(41).acquired()).isZero();

      long rest = restOf(40, leased);
      assertThat(bucket.tryAcquire(rest).acquired()).isEqualTo(rest);
      assertThat(bucket.tryAcquire(41 - rest).reason()).isEqualTo(Reason.LIMIT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void numbersOutOfRange_areRejectedByAllCalls(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      for (long wrong : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
        assertRejected(() -> bucket.tryAcquire(wrong));
        assertRejected(() -> bucket.tryAcquire(wrong, Duration.ofSeconds(1)));
        assertRejected(() -> bucket.tryAcquireUpTo(wrong));
        assertRejected(() -> bucket.acquireAsync(wrong, Duration.ofSeconds(1)));
        assertRejected(() -> bucket.reserve(wrong));
        assertRejected(() -> bucket.refund(wrong));
        assertRejected(() -> bucket.debit(wrong));
        assertRejected(() -> buckets.tryAcquireAll(Map.of(bucket, wrong)));
      }
      assertRejected(() -> bucket.tryAcquire(101));
      assertRejected(() -> buckets.tryAcquireAll(Map.of()));

      assertThat(bucket.tryAcquire(100).admitted()).isTrue();
    }
  }

  /**
   * Tokens that are certainly left: a lease that ends, or an answer that comes late, costs some.
   */
  private static long restOf(long tokens, boolean leased) {
    return leased ? tokens / 2 : tokens;
  }

  private static void assertRejected(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void peek_takesNothing(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      assertThat(bucket.peek().acquired()).isZero();
      assertThat(bucket.peek().remaining()).isEqualTo(100);

      assertThat(bucket.tryAcquire(100).admitted()).isTrue();
      assertThat(bucket.peek().reason()).isEqualTo(Reason.LIMIT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void debit_ofMoreThanIsThere_leavesADebt(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      bucket.debit(150);
      await().until(() -> bucket.peek().reason() == Reason.LIMIT);

      // 51 of 100 tokens flow in within 51 hundredths of a day.
      assertThat(bucket.tryAcquire().retryAfter())
          .isBetween(Duration.ofMinutes(733), Duration.ofMinutes(735));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refund_ofMoreThanFitsIn_fillsTheBucketOnly(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      assertThat(bucket.tryAcquire(70).admitted()).isTrue();
      bucket.refund(20);
      await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(50));
      bucket.refund(1L << 42);
      await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(100));

      assertThat(bucket.tryAcquireUpTo(1L << 42).acquired()).isEqualTo(100);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquire_withATimeoutThatIsTooShort_takesNothing(boolean leased)
      throws InterruptedException {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      assertThat(bucket.tryAcquire(60).admitted()).isTrue();
      assertThat(bucket.tryAcquire(60, Duration.ofMillis(200)).reason()).isEqualTo(Reason.LIMIT);
      assertThat(bucket.tryAcquire(60, Duration.ZERO).reason()).isEqualTo(Reason.LIMIT);
      assertThat(bucket.tryAcquire(60, Duration.ofDays(-1)).reason()).isEqualTo(Reason.LIMIT);

      long rest = restOf(40, leased);
      await().untilAsserted(() -> assertThat(bucket.tryAcquire(rest).admitted()).isTrue());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void acquireAsync_answersAsTheOtherCallsDo(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);

      assertThat(bucket.acquireAsync(100, Duration.ZERO))
          .succeedsWithin(timeout())
          .extracting(Verdict::acquired)
          .isEqualTo(100L);
      assertThat(bucket.acquireAsync(1, Duration.ofMillis(100)))
          .succeedsWithin(timeout())
          .extracting(Verdict::reason)
          .isEqualTo(Reason.LIMIT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucket_withALongPeriod_hasItsTokensAndSaysWhenThereIsOneMore(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, Limit.of(10).per(Duration.ofDays(30)), leased);
      assertThat(bucket.tryAcquire(10).admitted()).isTrue();
      Verdict refused = bucket.tryAcquire();

      assertThat(refused.reason()).isEqualTo(Reason.LIMIT);
      assertThat(refused.retryAfter())
          .isBetween(Duration.ofDays(3).minusMinutes(1), Duration.ofDays(3).plusMinutes(1));
      assertThat(refused.reset())
          .isBetween(Duration.ofDays(30).minusMinutes(1), Duration.ofDays(30).plusMinutes(1));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucket_withInitialTokens_beginsWithThemAndFills(boolean leased) throws InterruptedException {
    try (TokenBuckets buckets = open()) {
      Limits limits = Limits.of(perSecond(20).burst(40), A_DAY).initialTokens(15);
      TokenBucket bucket = bucket(buckets, limits, leased);
      assertThat(bucket.tryAcquire(40).admitted()).isFalse();

      assertThat(bucket.tryAcquire(15).admitted()).isTrue();
      // By the second limit, 15 of 100 tokens were there, and hardly more flow in.
      assertThat(bucket.tryAcquire(10, Duration.ofSeconds(2)).admitted()).isFalse();
    }
  }

  @Test
  void bucket_withInitialTokens_thatWasFull_isNotNewAgain() {
    try (TokenBuckets buckets = open()) {
      // Tokens of a bucket that fills within moments are lost if the answer takes longer than that.
      Limits limits = Limits.of(perSecond(100).burst(200)).initialTokens(0);
      TokenBucket bucket = bucket(buckets, limits, false);
      await().until(() -> bucket.peek().remaining() == 200);
      buckets.forget(id);

      assertThat(bucket.tryAcquire(200)).matches(Verdict::admitted, "admitted");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquireUpTo_ofMoreThanTheBucketHas_takesTheRest(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      assertThat(bucket.tryAcquireUpTo(30).acquired()).isEqualTo(30);
      // Those of the lease and those of the store together.
      assertThat(bucket.tryAcquire().acquired()).isEqualTo(1);
      assertThat(bucket.tryAcquireUpTo(1_000).acquired()).isBetween(restOf(69, leased), 69L);

      Verdict none = bucket.tryAcquireUpTo(1_000);
      assertThat(none.admitted()).isFalse();
      assertThat(none.acquired()).isZero();
      assertThat(none.reason()).isEqualTo(Reason.LIMIT);
    }
  }

  @Test
  void calendarLimit_hasAllOfItsTokensAtTheStartOfAPeriodAndNoMoreInIt()
      throws InterruptedException {
    try (TokenBuckets buckets = open()) {
      // A day at this offset ends in 4 to 5 s.
      int second = LocalTime.now(ZoneOffset.UTC).toSecondOfDay() + 5;
      int offset = second < 43_200 ? -second : 86_400 - second;
      Limit today = Limit.of(20).perCalendar(ChronoUnit.DAYS, ZoneOffset.ofTotalSeconds(offset));
      Limits limits = Limits.of(perSecond(1_000), today);
      TokenBucket bucket = bucket(buckets, limits, true);
      assertThat(bucket.tryAcquireUpTo(100).acquired()).isEqualTo(20);
      Verdict refused = bucket.tryAcquire();
      assertThat(refused.reason()).isEqualTo(Reason.LIMIT);
      assertThat(refused.retryAfter()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(5));
      assertThat(refused.reset()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(5));

      assertThat(bucket.tryAcquire(20, Duration.ofSeconds(30)).acquired()).isEqualTo(20);
      Verdict tomorrow = bucket.tryAcquire();
      assertThat(tomorrow.reason()).isEqualTo(Reason.LIMIT);
      await()
          .untilAsserted(
              () ->
                  assertThat(bucket.tryAcquire().retryAfter())
                      .isBetween(Duration.ofHours(23), Duration.ofDays(1)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tryAcquireAll_withABucketThatRefuses_leavesTheTokensOfTheOthers(boolean leased) {
    try (TokenBuckets buckets = open()) {
      BucketOptions options = options(Limits.of(A_DAY), leased);
      TokenBucket tenant = buckets.bucket(id + " tenant", options);
      TokenBucket user = buckets.bucket(id + " user", options);
      assertThat(user.tryAcquire(60).admitted()).isTrue();

      JointVerdict refused = buckets.tryAcquireAll(Map.of(user, 41L, tenant, 50L));
      assertThat(refused.admitted()).isFalse();
      assertThat(refused.refusedBy()).contains(user);
      assertThat(refused.verdict().remaining()).isEqualTo(40);
      assertThat(refused.verdicts()).containsOnlyKeys(tenant, user);
      await().untilAsserted(() -> assertThat(tenant.peek().remaining()).isEqualTo(100));

      JointVerdict admitted = buckets.tryAcquireAll(Map.of(user, 40L, tenant, 100L));
      assertThat(admitted.admitted()).isTrue();
      assertThat(admitted.refusedBy()).isEmpty();
      assertThat(tenant.tryAcquire().admitted() || user.tryAcquire().admitted()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void change_ofLimits_isInForceAtOnceAndKeepsTheLevel(boolean leased) {
    try (TokenBuckets buckets = open();
        TokenBuckets other = open()) {
      TokenBucket before = bucket(buckets, A_DAY, leased);
      assertThat(before.tryAcquire(70).admitted()).isTrue();
      Limits larger = Limits.of(Limit.of(100).per(Duration.ofDays(1)).burst(1_000));
      TokenBucket bucket = buckets.change(id, options(larger, leased));
      // The leased tokens have gone back.
      assertThat(bucket.peek().remaining()).isEqualTo(30);
      bucket.refund(970);
      await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(1_000));

      assertThat(before.tryAcquire(600).admitted()).isTrue();
      // Another client that still states the limits before follows.
      assertThat(bucket(other, A_DAY, false).peek().remaining()).isEqualTo(400);
    }
  }

  @Test
  void change_whileACallerWaits_letsItWaitOnByTheNewLimits() {
    try (TokenBuckets buckets = open()) {
      TokenBucket before = bucket(buckets, A_DAY, false);
      assertThat(before.tryAcquire(100).admitted()).isTrue();
      var waiting = before.acquireAsync(10, Duration.ofMinutes(1));
      await().until(() -> buckets.usage().waiting() == 1);
      buckets.change(id, BucketOptions.of(perSecond(100)).direct());

      assertThat(waiting)
          .succeedsWithin(Duration.ofSeconds(30))
          .extracting(Verdict::reason)
          .isEqualTo(Reason.ADMITTED);
    }
  }

  @Test
  void change_toTheSameOptions_returnsTheSameBucket() {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, true);

      assertThat(buckets.change(id, BucketOptions.of(A_DAY))).isSameAs(bucket);
    }
  }
}
