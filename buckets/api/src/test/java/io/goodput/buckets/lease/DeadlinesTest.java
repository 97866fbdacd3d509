package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Reason;
import io.goodput.buckets.Verdict;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers of an empty bucket that gets 10 tokens a second, on a manual clock. */
class DeadlinesTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(10, 100));
  private static final long TIMEOUT_MILLIS = 500;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final ModelStore store = new ModelStore(time);
  private final Client client = client(TIMEOUT_MILLIS);

  private enum Kind {
    LEASED,
    DIRECT
  }

  @ParameterizedTest
  @EnumSource
  void acquireAsync_withoutEnoughTokens_isRejectedAtItsDeadline(Kind kind) {
    CompletableFuture<Boolean> answer =
        bucket(kind, null).acquireAsync(100, Duration.ofSeconds(3)).thenApply(Verdict::admitted);

    workers.advance(Duration.ofSeconds(3).minusNanos(1));
    assertThat(answer).isNotDone();
    workers.advance(Duration.ofNanos(1));
    assertThat(answer).isCompletedWithValue(false);
  }

  @ParameterizedTest
  @EnumSource
  void acquireAsync_isAdmittedWhenItsTokensHaveFlowedIn(Kind kind) {
    CompletableFuture<Boolean> answer =
        bucket(kind, null).acquireAsync(20, Duration.ofSeconds(3)).thenApply(Verdict::admitted);

    workers.advance(Duration.ofMillis(1_999));
    assertThat(answer).isNotDone();
    workers.advance(Duration.ofMillis(100));
    assertThat(answer).isCompletedWithValue(true);
  }

  @ParameterizedTest
  @EnumSource
  void acquireAsync_atItsDeadlineWhileTheStoreIsUnavailable_usesTheFallback(Kind kind) {
    store.setUnavailable(true);
    // One token at a time: the second caller finds the fallback empty until its deadline.
    LeasedBucket bucket = bucket(kind, Rates.of(Rate.perSecond(1, 1)));
    CompletableFuture<Boolean> first =
        bucket.acquireAsync(1, Duration.ofMillis(900)).thenApply(Verdict::admitted);
    CompletableFuture<Boolean> second =
        bucket.acquireAsync(1, Duration.ofMillis(900)).thenApply(Verdict::admitted);

    workers.advance(Duration.ofMillis(899));
    assertThat(first).isCompletedWithValue(true);
    assertThat(second).isNotDone();
    workers.advance(Duration.ofMillis(1));
    assertThat(second).isCompletedWithValue(false);
  }

  @ParameterizedTest
  @EnumSource
  void statement_mayTakeAsLongAsItsCallerStillWaits(Kind kind) {
    CompletableFuture<Boolean> unused =
        bucket(kind, null).acquireAsync(1, Duration.ofSeconds(3)).thenApply(Verdict::admitted);
    time.advance(Duration.ofSeconds(1));
    workers.runTasks();

    assertThat(store.timeouts()).containsExactly(2_000L);
  }

  @ParameterizedTest
  @EnumSource
  void statement_mayTakeAtLeastTheTimeoutAndAtMostFiveSeconds(Kind kind) {
    CompletableFuture<Boolean> soon =
        bucket(kind, null).acquireAsync(1, Duration.ofMillis(20)).thenApply(Verdict::admitted);
    workers.runTasks();
    CompletableFuture<Boolean> late =
        bucket(kind, null).acquireAsync(1, Duration.ofHours(1)).thenApply(Verdict::admitted);
    workers.runTasks();

    assertThat(store.timeouts()).containsExactly(TIMEOUT_MILLIS, 5_000L);
    assertThat(List.of(soon, late)).noneMatch(CompletableFuture::isDone);
  }

  @ParameterizedTest
  @EnumSource
  void callerWhoseTimeIsOver_sendsNoRequest(Kind kind) {
    LeasedBucket bucket = bucket(kind, null);
    CompletableFuture<Verdict> answer = bucket.acquireAsync(1, Duration.ofMillis(10));
    answer.cancel(false);
    workers.runTasks();

    assertThat(store.timeouts()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void acquireAsync_thatIsAnswered_leavesNoTimer(Kind kind) {
    LeasedBucket bucket = bucket(kind, null);
    CompletableFuture<Boolean> answer =
        bucket.acquireAsync(1, Duration.ofHours(1)).thenApply(Verdict::admitted);
    workers.advance(Duration.ofSeconds(1));

    assertThat(answer).isCompletedWithValue(true);
    assertThat(workers.delayedTasks()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void request_thatGetsNoThread_isRejectedAndTheNextOneIsServed(Kind kind) {
    LeasedBucket bucket = bucket(kind, null);
    workers.advance(Duration.ofSeconds(1));
    workers.failOnce();
    CompletableFuture<Boolean> unused =
        bucket.acquireAsync(1, Duration.ofMillis(1)).thenApply(Verdict::admitted);
    workers.advance(Duration.ofSeconds(1));
    CompletableFuture<Boolean> next =
        bucket.acquireAsync(1, Duration.ofSeconds(1)).thenApply(Verdict::admitted);
    workers.advance(Duration.ofMillis(500));

    assertThat(next).isCompletedWithValue(true);
  }

  @ParameterizedTest
  @EnumSource
  void callers_ofAClosedBucket_areRejectedAndNotKept(Kind kind) {
    LeasedBucket bucket = bucket(kind, null);
    workers.closeNow();
    bucket.close();

    assertThat(bucket.acquireAsync(1, Duration.ofHours(1)).thenApply(Verdict::admitted))
        .isCompletedWithValue(false);
    assertThat(bucket.isIdle()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void peek_withoutAnAnswer_rejectsAndLeavesTheFallbackAlone(Kind kind) {
    Client hasty = client(1);
    Rates one = Rates.of(Rate.perSecond(1, 1));
    LeasedBucket bucket =
        kind == Kind.LEASED
            ? new LeasedBucket("id", LIMIT, one, false, hasty)
            : new LeasedBucket("id", LIMIT, one, true, hasty);
    workers.advance(Duration.ofSeconds(5));
    CompletableFuture<Verdict> unused = bucket.acquireAsync(1, Duration.ofSeconds(1));
    workers.advance(Duration.ofSeconds(2));

    // No task runs from here on.
    assertThat(bucket.peek().admitted()).isFalse();
    assertThat(bucket.tryAcquire(1).admitted()).isTrue();
  }

  @Test
  void callerThatComesWhileLateOnesAreRejected_getsAnAnswerOfItsOwn() {
    StoredBucket stored = new StoredBucket("id", LIMIT, client);
    Leases leases = new Leases(time);
    Fetcher fetcher =
        new Fetcher(
            leases,
            stored,
            new WithoutStore(leases, new Fallback(null, time), client.availability()),
            new Turn(stored, time),
            new OwedTokens(stored, client),
            client);
    long second = Duration.ofSeconds(1).toNanos();
    Waiter first = new Waiter(1, second, false, time);
    Waiter late = new Waiter(50, second, false, time);
    Waiter alsoLate = new Waiter(50, second, false, time);
    Waiter next = new Waiter(1, second, false, time);
    late.whenAnswered((unused, problem) -> fetcher.enqueue(next));
    store.onTake(
        () -> {
          store.onTake(() -> {});
          fetcher.enqueue(late);
          fetcher.enqueue(alsoLate);
        });

    fetcher.enqueue(first);
    workers.runTasks();

    assertThat(alsoLate.isAnswered()).isTrue();
    assertThat(next.isAnswered()).isFalse();
    workers.advance(Duration.ofMillis(300));
    assertThat(next.answered()).isEqualTo(Reason.ADMITTED);
  }

  @Test
  void callerThatComesDuringATurn_causesNoMoreRequests() {
    StoredBucket stored = new StoredBucket("id", LIMIT, client);
    Turn turn = new Turn(stored, time);
    Leases leases = new Leases(time);
    Fetcher fetcher =
        new Fetcher(
            leases,
            stored,
            new WithoutStore(leases, new Fallback(null, time), client.availability()),
            turn,
            new OwedTokens(stored, client),
            client);
    Waiter many = new Waiter(100, Duration.ofHours(1).toNanos(), true, time);
    Waiter late = new Waiter(1, Duration.ofSeconds(1).toNanos(), false, time);
    workers.advance(Duration.ofSeconds(5));
    store.onTake(
        () -> {
          time.advanceNanos(1_000_000);
          if (store.timeouts().size() == 1) {
            fetcher.enqueue(late);
          }
        });
    fetcher.enqueue(many);
    workers.advance(Duration.ofSeconds(6));

    assertThat(late.answered()).isEqualTo(Reason.LIMIT);
    assertThat(many.answered()).isEqualTo(Reason.ADMITTED);
    assertThat(store.timeouts()).hasSizeLessThan(15);
  }

  private Client client(long timeoutMillis) {
    return new Client(store, workers, BucketListener.NONE, time, false, timeoutMillis);
  }

  private LeasedBucket bucket(Kind kind, @Nullable Rates fallback) {
    return switch (kind) {
      case LEASED -> new LeasedBucket("id", LIMIT, fallback, false, client);
      case DIRECT -> new LeasedBucket("id", LIMIT, fallback, true, client);
    };
  }
}
