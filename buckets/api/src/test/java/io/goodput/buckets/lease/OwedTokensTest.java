package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.Verdict;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A caller that waits for many tokens, simulated: all parts but the store and the clock are those
 * that applications use.
 */
@DisplayName("Among processes that take all that flows in, a caller of many tokens")
class OwedTokensTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final ModelStore store = new ModelStore(time);
  private final Random random = new Random(1);
  private final List<CallingProcess> others = new ArrayList<>();
  private long taken;

  private enum Kind {
    LEASED,
    DIRECT
  }

  @DisplayName("gets them before twice the time in which its fair share of them flows in")
  @ParameterizedTest(name = "{0} others, {1} tokens/s, burst {2}, {3} tokens")
  @CsvSource({
    "1, 10, 100, 50",
    "5, 10, 100, 100",
    "5, 100, 100, 50",
    "5, 1000, 1000, 1000",
    "5, 1000, 60000, 20000",
    "20, 100, 100, 100",
    "20, 1000, 2000, 1000"
  })
  void acquire_ofManyTokens_isAdmitted(int processes, long rate, long burst, long tokens) {
    Rates limits = Rates.of(Rate.perSecond(rate, burst));
    surround(limits, processes);
    LeasedBucket bucket = bucket(Kind.LEASED, limits);
    CompletableFuture<Verdict> answer = bucket.acquireAsync(tokens, LONG);
    workers.advance(Duration.ofMillis(2_000 * tokens * (processes + 1) / rate));

    assertThat(answer).isCompletedWithValueMatching(Verdict::admitted);
  }

  @DisplayName("gets them from a bucket without leases")
  @Test
  void acquire_fromADirectBucket_isAdmitted() {
    Rates limits = Rates.of(Rate.perSecond(100, 100));
    surround(limits, 5);
    LeasedBucket bucket = bucket(Kind.DIRECT, limits);
    // Others are noticed once the bucket has been asked before.
    CompletableFuture<Verdict> first = bucket.acquireAsync(1, LONG);
    workers.advance(Duration.ofSeconds(2));
    CompletableFuture<Verdict> answer = bucket.acquireAsync(50, LONG);
    workers.advance(Duration.ofSeconds(6));

    assertThat(List.of(first, answer))
        .allSatisfy(it -> assertThat(it).isCompletedWithValueMatching(Verdict::admitted));
  }

  @DisplayName("gets no more than its fair share if it comes again and again")
  @Test
  void acquire_againAndAgain_leavesOthersTheirShares() {
    Rates limits = Rates.of(Rate.perSecond(100, 100));
    surround(limits, 4);
    long before = admitted();
    LeasedBucket bucket = bucket(Kind.LEASED, limits);
    acquireForEver(bucket, 50);
    workers.advance(Duration.ofMinutes(5));

    // 30,000 tokens flow in, and a fair share is 6,000.
    assertThat(taken).isBetween(4_500L, 7_000L);
    assertThat(admitted() - before).isGreaterThan(22_000);
  }

  @DisplayName("returns them if it gives up")
  @ParameterizedTest
  @EnumSource
  void acquire_thatIsCancelled_returnsItsTokens(Kind kind) {
    Rates limits = Rates.of(Rate.perSecond(100, 1_000));
    surround(limits, 2);
    LeasedBucket bucket = bucket(kind, limits);
    CompletableFuture<Verdict> first = bucket.acquireAsync(1, LONG);
    workers.advance(Duration.ofSeconds(2));
    CompletableFuture<Verdict> answer = bucket.acquireAsync(1_000, LONG);
    awaitDebt(limits);
    answer.cancel(false);
    workers.runTasks();

    assertThat(first).isCompleted();
    assertThat(store.level(limits)).isGreaterThan(-100);
    assertThat(bucket.isIdle()).isTrue();
  }

  @DisplayName("is rejected when its bucket closes")
  @Test
  void acquire_ofABucketThatCloses_isRejected() {
    Rates limits = Rates.of(Rate.perSecond(100, 1_000));
    surround(limits, 2);
    LeasedBucket bucket = bucket(Kind.LEASED, limits);
    CompletableFuture<Verdict> answer = bucket.acquireAsync(1_000, LONG);
    awaitDebt(limits);
    bucket.close();

    assertThat(answer).isCompletedWithValueMatching(verdict -> !verdict.admitted());
  }

  @DisplayName("waits in vain if its tokens would take longer than it waits")
  @Test
  void acquire_withAShortTimeout_owesNothing() {
    Rates limits = Rates.of(Rate.perSecond(100, 1_000));
    surround(limits, 5);
    CompletableFuture<Verdict> answer =
        bucket(Kind.LEASED, limits).acquireAsync(1_000, Duration.ofSeconds(3));
    long lowest = 0;
    for (int i = 0; i < 400; i++) {
      workers.advance(Duration.ofMillis(10));
      lowest = Math.min(lowest, store.level(limits));
    }

    assertThat(answer).isCompletedWithValueMatching(verdict -> !verdict.admitted());
    assertThat(lowest).isGreaterThan(-50);
  }

  /** Lets processes call for twice as many tokens as flow in, for a while. */
  private void surround(Rates limits, int processes) {
    double rate = limits.all().get(0).perSecond();
    for (int i = 0; i < processes; i++) {
      others.add(new CallingProcess(store, workers, time, random, limits, 2 * rate / processes));
    }
    workers.advance(Duration.ofSeconds(20));
  }

  /** Lets time pass until the bucket owes 500 tokens. */
  private void awaitDebt(Rates limits) {
    for (int i = 0; i < 10_000 && store.level(limits) > -500; i++) {
      workers.advance(Duration.ofMillis(10));
    }
    assertThat(store.level(limits)).isLessThanOrEqualTo(-500);
  }

  private long admitted() {
    return others.stream().mapToLong(CallingProcess::admitted).sum();
  }

  private void acquireForEver(LeasedBucket bucket, long tokens) {
    CompletableFuture<Void> unused =
        bucket
            .acquireAsync(tokens, LONG)
            .thenAccept(
                verdict -> {
                  taken += verdict.admitted() ? tokens : 0;
                  workers.run(() -> acquireForEver(bucket, tokens));
                });
  }

  private LeasedBucket bucket(Kind kind, Rates limits) {
    Client client = new Client(store, workers, BucketListener.NONE, time, false, 500);
    return switch (kind) {
      case LEASED -> new LeasedBucket("id", limits, null, false, client);
      case DIRECT -> new LeasedBucket("id", limits, null, true, client);
    };
  }
}
