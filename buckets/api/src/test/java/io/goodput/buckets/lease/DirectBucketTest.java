package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Reason;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A bucket that takes no tokens in advance")
class DirectBucketTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(10, 100));

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final ModelStore store = new ModelStore(time);
  private final Client client = new Client(store, workers, BucketListener.NONE, time, false, 500);
  private final StoredBucket stored = new StoredBucket("id", LIMIT, client);
  private final Leases leases = Leases.direct(time);
  private final WithoutStore without =
      new WithoutStore(leases, new Fallback(LIMIT, time), client.availability());
  private final Fetcher fetcher =
      new Fetcher(
          leases, stored, without, new Turn(stored, time), new OwedTokens(stored, client), client);
  private final LeasedTokens tokens = new LeasedTokens(leases, stored, without, fetcher);

  @BeforeEach
  void fill() {
    workers.advance(Duration.ofSeconds(10));
  }

  @Test
  @DisplayName("takes what its callers want, and no more")
  void callers_getTheirTokens_andTheRestStays() {
    acquire(3);

    assertThat(store.level(LIMIT)).isEqualTo(97);
    assertThat(fetcher.isIdle()).isTrue();
  }

  @Test
  @DisplayName("asks for callers that come during a request together")
  void callersDuringARequest_areServedByTheNextOne() {
    Waiter second = waiter(1);
    Waiter third = waiter(2);
    store.onTake(
        () -> {
          store.onTake(() -> {});
          fetcher.enqueue(second);
          fetcher.enqueue(third);
        });
    acquire(1);

    assertThat(List.of(second, third)).allMatch(waiter -> waiter.answered().admits());
    assertThat(store.timeouts()).hasSize(2);
    assertThat(store.level(LIMIT)).isEqualTo(96);
  }

  @Test
  @DisplayName("asks for each caller, also right after the store had too few tokens")
  void caller_afterARejection_asksAgain() {
    assertThat(acquire(100)).isTrue();
    assertThat(acquire(1)).isFalse();

    assertThat(tokens.acquire(1, time.monotonicNanos())).isNull();
    assertThat(acquire(1)).isFalse();
    assertThat(store.timeouts()).hasSize(3);
  }

  @Test
  @DisplayName("answers a caller that comes during a rejection by a request of its own")
  void callerDuringARejection_asksAgain() {
    assertThat(acquire(100)).isTrue();
    Waiter late = waiter(1);
    store.onTake(
        () -> {
          store.onTake(() -> {});
          fetcher.enqueue(late);
        });
    assertThat(acquire(1)).isFalse();

    assertThat(late.answered()).isEqualTo(Reason.LIMIT);
    assertThat(store.timeouts()).hasSize(3);
  }

  @Test
  @DisplayName("puts back what a smaller grant leaves over")
  void grant_thatSufficesForSomeCallers_leavesNothing() {
    assertThat(acquire(92)).isTrue();
    store.onTake(
        () -> {
          store.onTake(() -> {});
          fetcher.enqueue(waiter(5));
          fetcher.enqueue(waiter(3));
        });
    assertThat(acquire(1)).isTrue();

    // Of 7 tokens, 6 are granted, because the smaller caller needs 3.
    assertThat(store.level(LIMIT)).isEqualTo(2);
  }

  @Test
  @DisplayName("lets no caller wait again for a store that gave no answer")
  void caller_afterAFailure_getsTheFallbackAtOnce() {
    store.setUnavailable(true);
    acquire(1);

    assertThat(tokens.acquire(1, time.monotonicNanos())).isEqualTo(Reason.FALLBACK);
  }

  @Test
  @DisplayName("has its next token when it has flowed in, although the last ones might still live")
  void nextToken_afterAllOfAFullBucket_comesInTime() {
    assertThat(acquire(100)).isTrue();
    workers.advance(Duration.ofMillis(1));
    assertThat(acquire(1)).isFalse();
    workers.advance(Duration.ofMillis(100));

    assertThat(acquire(1)).isTrue();
  }

  private boolean acquire(long wanted) {
    Waiter waiter = waiter(wanted);
    fetcher.enqueue(waiter);
    workers.runTasks();
    return waiter.answered().admits();
  }

  private Waiter waiter(long wanted) {
    return new Waiter(wanted, Duration.ofMillis(500).toNanos(), false, time);
  }
}
