package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.admin.BucketRow;
import io.goodput.buckets.postgresql.admin.BucketRows;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits that an operator defines while processes run. */
class DefinedLimitsTest {

  private static final Limits TEN = Limits.of(Limit.of(10).per(Duration.ofDays(1)));
  private static final Limits THREE = Limits.of(Limit.of(3).per(Duration.ofDays(1)));

  private static final BucketOptions NONE_STATED = BucketOptions.ofDefinedLimits().direct();

  private final String id = UUID.randomUUID().toString();
  private final BucketRows rows = BucketRows.on(Server.url());
  private final TokenBuckets buckets = Server.client().open();

  @AfterEach
  void close() {
    buckets.close();
    rows.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void processThatStatesOthers_followsTheDefinedLimits(boolean leased) {
    rows.limits().define(id, TEN);
    TokenBucket bucket = buckets.bucket(id, options(perSecond(1_000), leased));

    assertThat(taken(bucket)).isBetween(leased ? 8L : 10L, 10L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void define_whileAProcessUsesTheBucket_isInForceFromTheNextRequestOn(boolean leased) {
    TokenBucket bucket = buckets.bucket(id, options(Limit.of(100).per(Duration.ofDays(1)), leased));
    assertThat(bucket.tryAcquire(1).admitted()).isTrue();
    rows.limits().define(id, THREE);

    assertThat(bucket.tryAcquire(4).admitted()).isFalse();
    assertThat(bucket.tryAcquire(3).admitted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void callerOfMoreThanTheStatedBurst_getsItOfALargerOneInForce(boolean leased) throws Exception {
    rows.limits().define(id, TEN);
    TokenBucket bucket = buckets.bucket(id, options(Limit.of(3).per(Duration.ofDays(1)), leased));

    assertThat(bucket.tryAcquire(5).admitted()).isTrue();
    assertThat(bucket.tryAcquire(4, Duration.ofSeconds(1)).admitted()).isTrue();
    assertThatThrownBy(() -> bucket.tryAcquire(11)).hasMessageContaining("take 1 to 10");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void callerOfMoreThanTheBurstInForce_isNotToldToRetrySoon(boolean leased) {
    rows.limits().define(id, TEN);
    TokenBucket bucket = buckets.bucket(id, options(perSecond(100), leased));

    assertThat(bucket.tryAcquire(50).retryAfter()).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void processThatStatesNone_usesTheDefinedLimits(boolean leased) {
    rows.limits().define(id, TEN);
    BucketOptions options = leased ? BucketOptions.ofDefinedLimits() : NONE_STATED;

    assertThat(taken(buckets.bucket(id, options))).isBetween(leased ? 8L : 10L, 10L);
  }

  @Test
  void bucketWithoutAnyLimits_throwsAndSaysHowToDefineThem() {
    assertThatThrownBy(() -> buckets.bucket(id).tryAcquire())
        .isInstanceOf(BucketException.class)
        .hasMessageContaining("./goodput buckets define");
  }

  @Test
  void bucketWhoseLimitsAreDefinedLater_serves() {
    TokenBucket bucket = buckets.bucket(id);
    assertThatThrownBy(bucket::tryAcquire).isInstanceOf(BucketException.class);
    rows.limits().define(id, TEN);

    await().ignoreExceptions().until(() -> bucket.tryAcquire().admitted());
  }

  @Test
  void class_ofTheLongestPrefix_limitsABucketWithoutLimitsOfItsOwn() {
    rows.limits().defineClass(id, TEN);
    rows.limits().defineClass(id + "-b", THREE);

    rows.limits().define(id + "-b-2", TEN);

    assertThat(taken(buckets.bucket(id + "-a", NONE_STATED))).isEqualTo(10);
    assertThat(taken(buckets.bucket(id + "-b-1", options(perSecond(1_000), false)))).isEqualTo(3);
    assertThat(taken(buckets.bucket(id + "-b-2", NONE_STATED))).isEqualTo(10);
  }

  @Test
  void undefineClass_letsProcessesStateLimitsAgain() {
    rows.limits().defineClass(id, THREE);
    assertThat(rows.limits().classes()).containsEntry(id, THREE);
    assertThat(rows.limits().undefineClass(id)).isTrue();
    assertThat(rows.limits().undefineClass(id)).isFalse();

    assertThat(taken(buckets.bucket(id, options(Limit.of(10).per(Duration.ofDays(1)), false))))
        .isEqualTo(10);
  }

  @Test
  void define_ofOtherLimits_raisesTheVersionWithTheNextRequest() {
    TokenBucket bucket = buckets.bucket(id, NONE_STATED);
    rows.limits().define(id, TEN);
    assertThat(bucket.tryAcquire().admitted()).isTrue();
    rows.limits().define(id, THREE);
    assertThat(bucket.tryAcquire().admitted()).isTrue();

    assertThat(rows.show(id)).map(BucketRow::limitsVersion).contains(1L);
    assertThat(rows.show(id)).map(row -> row.limits().orElseThrow()).contains(THREE);
    assertThat(taken(bucket)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void processThatRequiresItsLimits_throwsWhileOthersAreInForceAndTakesNothing(boolean leased) {
    rows.limits().define(id, TEN);
    try (TokenBuckets strict = Server.client().requireStatedLimits().open()) {
      TokenBucket bucket = strict.bucket(id, options(perSecond(1_000), leased));
      assertThatThrownBy(bucket::tryAcquire)
          .isInstanceOf(BucketException.class)
          .hasMessageContaining("10 per day, burst 10")
          .hasMessageContaining("1000 per second, burst 1000");
      assertThat(buckets.bucket(id).peek().remaining()).isEqualTo(10);
      assertThat(rows.limits().undefine(id)).isTrue();
      await().ignoreExceptions().until(() -> bucket.tryAcquire().admitted());
    }
  }

  @Test
  void prune_ofABucketWithDefinedLimits_keepsIt() {
    rows.limits().define(id, Limits.of(perSecond(1_000)));
    assertThat(buckets.bucket(id).tryAcquire().admitted()).isTrue();
    await()
        .until(
            () ->
                Server.number(
                        """
                        SELECT count(*) FROM rate_limiting_token_bucket
                        WHERE id = '%s' AND full_at <= clock_timestamp()
                        """
                            .formatted(id))
                    == 1);

    assertThat(rows.prune(id)).isZero();
  }

  @Test
  void reset_ofABucketWithDefinedLimits_fillsItAndKeepsThem() {
    rows.limits().define(id, TEN);
    TokenBucket bucket = buckets.bucket(id, NONE_STATED);
    assertThat(bucket.tryAcquire(10).admitted()).isTrue();
    assertThat(rows.reset(id)).isTrue();

    assertThat(bucket.tryAcquire(10).admitted()).isTrue();
    assertThat(bucket.tryAcquire().admitted()).isFalse();
  }

  private static long taken(TokenBucket bucket) {
    long taken = 0;
    for (int i = 0; i < 30; i++) {
      taken += bucket.tryAcquire().admitted() ? 1 : 0;
    }
    return taken;
  }

  private static BucketOptions options(Limit limit, boolean leased) {
    BucketOptions options = BucketOptions.of(limit);
    return leased ? options : options.direct();
  }
}
