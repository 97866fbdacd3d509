package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Verdict;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("While a caller of many tokens has its turn, other callers")
class TurnsTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(100, 2_000));
  private static final Rates FALLBACK = Rates.of(Rate.perSecond(50, 50));

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final ModelStore store = new ModelStore(time);

  @ParameterizedTest(name = "of a leased bucket: {0}")
  @ValueSource(booleans = {true, false})
  @DisplayName("get what the process admits by itself if the store is away")
  void tryAcquire_storeIsAway_getsTheFallback(boolean leased) {
    LeasedBucket bucket = bucket(leased);
    CompletableFuture<Verdict> many = bucket.acquireAsync(1_000, Duration.ofHours(1));
    workers.advance(Duration.ofMillis(100));
    store.setUnavailable(true);
    workers.advance(Duration.ofSeconds(2));

    assertThat(many).isNotDone();
    assertThat(bucket.tryAcquire().admitted()).isTrue();
    CompletableFuture<Verdict> waiting = bucket.acquireAsync(1, Duration.ofHours(1));
    workers.advance(Duration.ofMillis(1));
    assertThat(waiting).isCompletedWithValueMatching(Verdict::admitted);
  }

  @ParameterizedTest(name = "of a leased bucket: {0}")
  @ValueSource(booleans = {true, false})
  @DisplayName("leave what the process admits by itself to others once they have left")
  void acquireAsync_thatIsOver_takesNothingOfTheFallback(boolean leased) {
    LeasedBucket bucket = bucket(leased);
    CompletableFuture<Verdict> unused = bucket.acquireAsync(1_000, Duration.ofHours(1));
    workers.advance(Duration.ofMillis(100));
    for (int i = 0; i < 40; i++) {
      bucket.acquireAsync(1, Duration.ofHours(1)).cancel(false);
    }
    store.setUnavailable(true);
    workers.advance(Duration.ofSeconds(2));

    // The fallback is full: 50 tokens.
    long admitted = 0;
    for (int i = 0; i < 60; i++) {
      admitted += bucket.tryAcquire().admitted() ? 1 : 0;
    }
    assertThat(admitted).isEqualTo(50);
  }

  @ParameterizedTest(name = "of a leased bucket: {0}")
  @ValueSource(booleans = {true, false})
  @DisplayName("get nothing if the store answers")
  void tryAcquire_storeAnswers_isRejected(boolean leased) {
    LeasedBucket bucket = bucket(leased);
    CompletableFuture<Verdict> unused = bucket.acquireAsync(1_000, Duration.ofHours(1));
    workers.advance(Duration.ofSeconds(2));

    assertThat(bucket.tryAcquire().admitted()).isFalse();
  }

  private LeasedBucket bucket(boolean leased) {
    Client client = new Client(store, workers, BucketListener.NONE, time, false, 500);
    return leased
        ? new LeasedBucket("id", LIMIT, FALLBACK, false, client)
        : new LeasedBucket("id", LIMIT, FALLBACK, true, client);
  }
}
