package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Tokens that callers put back")
class RefundsTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(1, 10_000));

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final ModelStore store = new ModelStore(time);
  private final LeasedBucket bucket =
      new LeasedBucket(
          "id",
          LIMIT,
          null,
          false,
          new Client(store, workers, BucketListener.NONE, time, false, 500));

  @Test
  @DisplayName("go to the store at once if there were none before")
  void refund_isSentAtOnce() {
    bucket.refund(3);
    workers.runTasks();

    assertThat(store.level(LIMIT)).isEqualTo(3);
  }

  @Test
  @DisplayName("go to the store together, in at most one request in 20 ms")
  void refunds_inARow_areFewRequests() {
    for (int i = 0; i < 1_000; i++) {
      bucket.refund(1);
      workers.advance(Duration.ofNanos(100_000));
    }
    workers.advance(Duration.ofMillis(20));

    assertThat(store.level(LIMIT)).isEqualTo(1_000);
    assertThat(store.refunds()).isLessThanOrEqualTo(6);
  }

  @Test
  @DisplayName("go to the store when the bucket closes")
  void refunds_beforeClose_areSent() {
    bucket.refund(1);
    workers.runTasks();
    bucket.refund(2);
    workers.closeNow();
    bucket.close();

    assertThat(store.level(LIMIT)).isEqualTo(3);
  }
}
