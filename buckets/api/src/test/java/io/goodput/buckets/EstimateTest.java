package io.goodput.buckets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reservations without a number. */
class EstimateTest {

  private static final BucketOptions OPTIONS =
      BucketOptions.of(Limit.of(1_000_000).per(Duration.ofSeconds(1)).burst(10_000))
          .firstEstimate(2_000);

  private final TokenBuckets buckets =
      TokenBuckets.inMemory().timeout(Duration.ofSeconds(10)).open();
  private final TokenBucket bucket = buckets.bucket("model", OPTIONS);

  @AfterEach
  void close() {
    buckets.close();
  }

  @Test
  void reserve_beforeAnythingWasSettled_takesTheFirstEstimate() {
    assertThat(bucket.reserve().tokens()).isEqualTo(2_000);
  }

  @Test
  void reserve_afterSomeWork_takesThePercentileOfItsCosts() {
    for (int cost = 1; cost <= 100; cost++) {
      settle(cost);
    }

    assertThat(bucket.reserve().tokens()).isEqualTo(95);
  }

  @Test
  void reserve_ofAnotherHolderOfTheBucket_hasLearned() {
    settle(3_000);

    assertThat(buckets.bucket("model", OPTIONS).reserve().tokens()).isEqualTo(3_000);
    assertThat(buckets.bucket("other", OPTIONS).reserve().tokens()).isEqualTo(2_000);
  }

  @Test
  void reserve_afterReservationsThatWereCancelledOrRefused_hasLearnedNothing() {
    bucket.reserve(1_500).cancel();
    try (Reservation forgotten = bucket.reserve(1_500)) {
      assertThat(forgotten.admitted()).isTrue();
    }
    long unsettled = bucket.withReservation(1_500, Reservation::tokens);
    assertThatThrownBy(() -> bucket.reserve(1_500).settle(-1)).hasMessageContaining("0 or more");

    assertThat(unsettled).isEqualTo(1_500);
    assertThat(bucket.reserve().tokens()).isEqualTo(2_000);
  }

  @Test
  void withReservation_withoutANumber_takesTheEstimate() {
    long reserved =
        bucket.withReservation(
            reservation -> {
              reservation.settle(2_500);
              return reservation.tokens();
            });

    assertThat(reserved).isEqualTo(2_000);
    assertThat(bucket.reserve().tokens()).isEqualTo(2_500);
  }

  @Test
  void reserve_afterWorkThatCostMoreThanTheBurst_takesTheBurst() {
    bucket.reserve(1).settle(12_000);

    assertThat(bucket.reserve().tokens()).isEqualTo(10_000);
  }

  @Test
  void reserve_afterWorkThatCostNothing_takesOneToken() {
    for (int i = 0; i < 100; i++) {
      settle(0);
    }

    assertThat(bucket.reserve().tokens()).isEqualTo(1);
  }

  @Test
  void reserve_ofABucketThatWasForgotten_beginsAgain() {
    settle(3_000);
    buckets.forget("model");

    assertThat(bucket.reserve().tokens()).isEqualTo(2_000);
    settle(4_000);
    assertThat(buckets.bucket("model", OPTIONS).reserve().tokens()).isEqualTo(4_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, (1L << 42) + 1})
  void firstEstimate_outOfRange_saysWhatIsPossible(long tokens) {
    assertThatThrownBy(() -> OPTIONS.firstEstimate(tokens))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose 1 to 4398046511104");
  }

  @Test
  void bucket_withAnotherFirstEstimate_isRejected() {
    assertThatThrownBy(() -> buckets.bucket("model", OPTIONS.firstEstimate(1)))
        .hasMessageContaining("first estimate 2000");
  }

  private void settle(long cost) {
    bucket.reserve(1).settle(cost);
  }
}
