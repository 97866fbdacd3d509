package io.goodput.buckets.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Reservation;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work whose cost is known only afterwards, on a bucket that gets a token in 15 minutes. */
class ReservationTest {

  private static final BucketOptions OPTIONS =
      BucketOptions.of(Limit.of(96).per(Duration.ofDays(1)).burst(5_000));

  private final String id = UUID.randomUUID().toString();
  private final TokenBuckets buckets = Server.client().open();

  @AfterEach
  void close() {
    buckets.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void settle_forLessThanReserved_putsTheRestBack(boolean leased) {
    TokenBucket bucket = bucket(leased);
    bucket.reserve(2_000).settle(1_437);

    await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(5_000 - 1_437));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void settle_forMoreThanReserved_takesTheDifference(boolean leased) {
    TokenBucket bucket = bucket(leased);
    bucket.reserve(2_000).settle(2_500);

    await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(2_500));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void settle_forMoreThanTheBucketHas_leavesADebtThatFlowsInFirst(boolean leased) {
    TokenBucket bucket = bucket(leased);
    bucket.reserve(5_000).settle(5_096);

    await()
        .untilAsserted(
            () -> {
              Verdict verdict = bucket.peek();
              assertThat(verdict.admitted()).isFalse();
              assertThat(verdict.retryAfter()).isGreaterThan(Duration.ofHours(24));
            });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void close_ofAReservationThatWasNotSettled_putsAllBack(boolean leased) {
    TokenBucket bucket = bucket(leased);
    try (Reservation reservation = bucket.reserve(2_000)) {
      assertThat(reservation.admitted()).isTrue();
    }

    await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(5_000));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cancel_afterSettle_hasNoEffect(boolean leased) {
    TokenBucket bucket = bucket(leased);
    Reservation reservation = bucket.reserve(2_000);
    reservation.settle(1_000);
    await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(4_000));
    reservation.cancel();
    bucket.debit(1);

    await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(3_999));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cancel_ofARejectedReservation_hasNoEffect(boolean leased) {
    TokenBucket bucket = bucket(leased);
    assertThat(bucket.tryAcquire(4_000).admitted()).isTrue();
    Reservation rejected = bucket.reserve(2_000);
    rejected.cancel();
    bucket.debit(1);

    assertThat(rejected.admitted()).isFalse();
    await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(999));
  }

  @Test
  void settle_again_isAnErrorThatNamesTheBucket() {
    Reservation reservation = bucket(true).reserve(2_000);
    reservation.settle(1_000);

    assertThatThrownBy(() -> reservation.settle(1_000))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(id)
        .hasMessageContaining("settle it once");
  }

  @Test
  void settle_ofARefusedReservation_isAnError() {
    TokenBucket bucket = bucket(true);
    assertThat(bucket.tryAcquire(4_000).admitted()).isTrue();

    assertThatThrownBy(() -> bucket.reserve(2_000).settle(1_000))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("refused the reservation");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void settle_forANegativeNumber_isRejected(boolean leased) {
    Reservation reservation = bucket(leased).reserve(1);

    assertThatThrownBy(() -> reservation.settle(-1)).hasMessageContaining("choose 0 or more");
  }

  private TokenBucket bucket(boolean leased) {
    return buckets.bucket(id, leased ? OPTIONS : OPTIONS.direct());
  }
}
