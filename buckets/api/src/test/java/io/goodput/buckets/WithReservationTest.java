package io.goodput.buckets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work as a function, on a bucket that gets a token in 15 minutes. */
class WithReservationTest {

  private final TokenBuckets buckets =
      TokenBuckets.inMemory().timeout(Duration.ofSeconds(10)).open();
  private final TokenBucket bucket =
      buckets.bucket("model", Limit.of(96).per(Duration.ofDays(1)).burst(5_000));

  @AfterEach
  void close() {
    buckets.close();
  }

  @Test
  void work_thatSettles_paysWhatItCost() {
    String answer =
        bucket.withReservation(
            2_000,
            reservation -> {
              reservation.settle(1_437);
              return "42";
            });

    assertThat(answer).isEqualTo("42");
    awaitLevel(5_000 - 1_437);
  }

  @Test
  void work_thatDoesNotSettle_paysWhatWasReserved() {
    long reserved = bucket.withReservation(2_000, Reservation::tokens);
    bucket.debit(1);

    assertThat(reserved).isEqualTo(2_000);
    awaitLevel(5_000 - 2_000 - 1);
  }

  @Test
  void work_thatCancels_paysNothing() {
    Verdict verdict =
        bucket.withReservation(
            2_000,
            reservation -> {
              reservation.cancel();
              return reservation.verdict();
            });

    assertThat(verdict.admitted()).isTrue();
    awaitLevel(5_000);
  }

  @Test
  void work_thatThrows_paysNothingAndItsExceptionArrives() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> bucket.withReservation(2_000, reservation -> failed("no route")))
        .withMessage("no route");

    awaitLevel(5_000);
  }

  @Test
  void work_thatThrowsAfterItHasSettled_paysWhatItCost() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                bucket.withReservation(
                    2_000,
                    reservation -> {
                      reservation.settle(300);
                      return failed("an answer that nothing can read");
                    }));

    awaitLevel(5_000 - 300);
  }

  @Test
  void work_thatIsRefused_doesNotRunAndTheVerdictSaysWhy() {
    assertThat(bucket.tryAcquire(4_000).admitted()).isTrue();

    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(
            () ->
                bucket.withReservation(
                    2_000,
                    reservation -> {
                      throw new AssertionError("The work has run.");
                    }))
        .withMessageContaining("Bucket 'model' refused a reservation: rejected (limit)")
        .satisfies(refused -> assertThat(refused.getStackTrace()).isEmpty())
        .extracting(RefusedException::verdict)
        .satisfies(verdict -> assertThat(verdict.reason()).isEqualTo(Reason.LIMIT))
        .satisfies(verdict -> assertThat(verdict.retryAfter()).isGreaterThan(Duration.ofDays(10)));
    awaitLevel(1_000);
  }

  @Test
  void reserve_withoutAnEstimate_saysWhatToDo() {
    assertThatThrownBy(bucket::reserve)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Bucket 'model' has no first estimate")
        .hasMessageContaining("BucketOptions.firstEstimate");
  }

  private static String failed(String problem) throws IOException {
    throw new IOException(problem);
  }

  private void awaitLevel(long tokens) {
    await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(tokens));
  }
}
