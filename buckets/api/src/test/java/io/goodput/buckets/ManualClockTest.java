package io.goodput.buckets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buckets whose time a test moves. */
class ManualClockTest {

  private static final Duration LONG = Duration.ofSeconds(20);

  private final ManualClock clock = new ManualClock();
  private final TokenBuckets buckets = TokenBuckets.inMemory().clock(clock).open();

  @AfterEach
  void close() {
    buckets.close();
  }

  @ParameterizedTest
  @CsvSource({
    "5, PT1S, 1",
    "10, PT1S, 10",
    "1000, PT1S, 1000",
    "100, PT1M, 20",
    "1, P1D, 1",
    "7, PT3S, 7"
  })
  void bucket_thatIsEmptied_getsExactlyWhatFlowsIn(long tokens, Duration period, int burst) {
    TokenBucket bucket = buckets.bucket("a", Limit.of(tokens).per(period).burst(burst));
    for (int round = 0; round < 5; round++) {
      assertThat(admitted(bucket, burst + 3)).isEqualTo(burst);
      clock.advance(period.multipliedBy(burst).dividedBy(tokens));
    }
  }

  @Test
  void bucket_whoseClockStands_isRefilledByNothing() {
    TokenBucket bucket = buckets.bucket("a", Limit.of(1_000_000).per(Duration.ofSeconds(1)));
    assertThat(bucket.tryAcquire(1_000_000).admitted()).isTrue();

    assertThat(admitted(bucket, 1_000)).isZero();
    clock.advance(Duration.ofNanos(999));
    assertThat(bucket.tryAcquire().admitted()).isFalse();
  }

  @Test
  void retryAfter_isExactlyWhenTheNextCallIsAdmitted() {
    TokenBucket bucket = buckets.bucket("a", Limit.of(3).per(Duration.ofMinutes(1)));
    assertThat(bucket.tryAcquire(3).remaining()).isZero();
    Verdict refused = bucket.tryAcquire();

    assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(20));
    clock.advance(refused.retryAfter().minusMillis(1));
    assertThat(bucket.tryAcquire().admitted()).isFalse();
    clock.advance(Duration.ofMillis(1));
    assertThat(bucket.tryAcquire().admitted()).isTrue();
  }

  @Test
  void callerThatWaits_hasItsAnswerWhenTheClockHasMoved() {
    TokenBucket bucket = buckets.bucket("a", Limit.of(1).per(Duration.ofHours(1)));
    assertThat(bucket.tryAcquire().admitted()).isTrue();
    CompletableFuture<Verdict> first = bucket.acquireAsync(1, Duration.ofHours(3));
    CompletableFuture<Verdict> second = bucket.acquireAsync(1, Duration.ofHours(3));
    clock.advance(Duration.ofMinutes(59));
    assertThat(first).isNotDone();

    clock.advance(Duration.ofMinutes(5));
    assertThat(first).isCompletedWithValueMatching(Verdict::admitted);
    assertThat(second).isNotDone();
    clock.advance(Duration.ofHours(2));
    assertThat(second).isCompletedWithValueMatching(Verdict::admitted);
  }

  @Test
  void callerThatWaits_isRefusedWhenItsTimeIsOver() {
    TokenBucket bucket = buckets.bucket("a", Limit.of(1).per(Duration.ofDays(1)));
    assertThat(bucket.tryAcquire().admitted()).isTrue();
    CompletableFuture<Verdict> answer = bucket.acquireAsync(1, Duration.ofMinutes(1));
    clock.advance(Duration.ofMinutes(1));

    assertThat(answer).isCompletedWithValueMatching(verdict -> verdict.reason() == Reason.LIMIT);
  }

  @Test
  void callerThatBlocks_hasItsAnswerWhenAnotherThreadMovesTheClock() {
    TokenBucket bucket = buckets.bucket("a", Limit.of(1).per(Duration.ofHours(1)));
    assertThat(bucket.tryAcquire().admitted()).isTrue();
    CompletableFuture<Verdict> admitted = blocked(bucket, Duration.ofHours(2));
    await().until(() -> buckets.usage().waiting() == 1);
    CompletableFuture<Verdict> refused = blocked(bucket, Duration.ofMinutes(30));
    await().until(() -> buckets.usage().waiting() == 2);
    clock.advance(Duration.ofMinutes(30));
    assertThat(refused).succeedsWithin(LONG).extracting(Verdict::admitted).isEqualTo(false);

    clock.advance(Duration.ofMinutes(35));
    assertThat(admitted).succeedsWithin(LONG).extracting(Verdict::admitted).isEqualTo(true);
  }

  @Test
  void callerThatBlocks_isRefusedWhenTheBucketsClose() {
    TokenBucket bucket = buckets.bucket("a", Limit.of(1).per(Duration.ofHours(1)));
    assertThat(bucket.tryAcquire().admitted()).isTrue();
    CompletableFuture<Verdict> answer = blocked(bucket, Duration.ofHours(2));
    await().until(() -> buckets.usage().waiting() == 1);
    buckets.close();

    assertThat(answer).succeedsWithin(LONG).extracting(Verdict::reason).isEqualTo(Reason.CLOSED);
  }

  @Test
  void settle_ofWork_countsAfterTheClockHasMoved() {
    TokenBucket bucket = buckets.bucket("a", Limit.of(1).per(Duration.ofDays(1)).burst(100));
    bucket.reserve(60).settle(10);
    clock.advance(Duration.ofSeconds(1));

    assertThat(bucket.peek().remaining()).isEqualTo(90);
  }

  @Test
  void bucket_thatIsIdleForLong_leavesTheMemory() {
    buckets.bucket("a", Limit.of(1).per(Duration.ofSeconds(1))).tryAcquire();
    clock.advance(Duration.ofDays(1));

    assertThat(buckets.size()).isZero();
  }

  @Test
  void clock_ofSeveralBuckets_movesThemAll() {
    try (TokenBuckets others = TokenBuckets.inMemory().clock(clock).open()) {
      List<TokenBucket> all = new ArrayList<>();
      for (TokenBuckets each : List.of(buckets, others)) {
        all.add(each.bucket("a", Limit.of(1).per(Duration.ofMinutes(1))));
      }
      assertThat(all).allMatch(bucket -> bucket.tryAcquire().admitted());
      assertThat(all).noneMatch(bucket -> bucket.tryAcquire().admitted());
      clock.advance(Duration.ofMinutes(1));
      assertThat(all).allMatch(bucket -> bucket.tryAcquire().admitted());
    }
  }

  @ParameterizedTest
  @CsvSource({"PT-0.001S", "P36501D"})
  void advance_outOfRange_saysWhatIsPossible(Duration passed) {
    assertThatThrownBy(() -> clock.advance(passed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose 0 to 36500 days");
  }

  private static int admitted(TokenBucket bucket, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += bucket.tryAcquire().admitted() ? 1 : 0;
    }
    return admitted;
  }

  private static CompletableFuture<Verdict> blocked(TokenBucket bucket, Duration timeout) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return bucket.tryAcquire(1, timeout);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
