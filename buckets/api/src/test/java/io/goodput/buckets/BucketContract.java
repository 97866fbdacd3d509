package io.goodput.buckets;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What buckets promise on every store, over time and among clients. A subclass names the store. */
public abstract class BucketContract extends CallContract {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucket_thatIsNew_isFull(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);

      assertThat(bucket.peek().remaining()).isEqualTo(100);
      assertThat(bucket.tryAcquire(100).admitted()).isTrue();
      assertThat(bucket.tryAcquire().admitted()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucket_thatIsEmpty_fillsAtItsRate(boolean leased) throws InterruptedException {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, perSecond(20).burst(20), leased);
      long begin = System.nanoTime();
      // A pause of an eighth of a second after the grant loses the tokens.
      await().until(() -> bucket.tryAcquire(20).admitted());
      assertThat(bucket.tryAcquire(20, Duration.ofSeconds(30)).admitted()).isTrue();

      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isBetween(Duration.ofMillis(800), Duration.ofSeconds(10));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void verdict_ofARejection_saysWhatIsLeftAndWhenToRetry(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      assertThat(bucket.tryAcquire(60).remaining()).isEqualTo(40);
      Verdict rejected = bucket.tryAcquire(50);

      assertThat(rejected.admitted()).isFalse();
      assertThat(rejected.remaining()).isEqualTo(40);
      // 10 tokens flow in within a tenth of a day.
      assertThat(rejected.retryAfter())
          .isBetween(Duration.ofMinutes(143), Duration.ofMinutes(144).plusSeconds(6));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucket_withSeveralLimits_takesFromAllOrNone(boolean leased) {
    Limits limits =
        Limits.of(Limit.of(1_000).per(Duration.ofHours(1)), Limit.of(30).per(Duration.ofDays(1)));
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, limits, leased);
      assertThat(bucket.tryAcquire(20).admitted()).isTrue();
      assertThat(bucket.tryAcquire(20).admitted()).isFalse();

      assertThat(bucket.tryAcquire(10).admitted()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reservation_thatIsSettled_costsWhatWasUsed(boolean leased) {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, A_DAY, leased);
      bucket.reserve(50).settle(20);
      await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(80));
      bucket.reserve(50).settle(60);

      await().untilAsserted(() -> assertThat(bucket.peek().remaining()).isEqualTo(20));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void caller_thatIsInterrupted_leavesItsTokensToOthers(boolean leased) throws Exception {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = bucket(buckets, perSecond(2).burst(200), leased);
      assertThat(bucket.tryAcquire(200).admitted()).isTrue();
      // It would have its turn for most of a minute.
      FutureTask<Verdict> caller =
          new FutureTask<>(() -> bucket.tryAcquire(100, Duration.ofMinutes(5)));
      Thread thread = new Thread(caller, "caller");
      thread.start();
      await().until(() -> buckets.usage().waiting() == 1);
      thread.interrupt();

      assertThatThrownBy(caller::get).hasCauseInstanceOf(InterruptedException.class);
      await().atMost(Duration.ofSeconds(20)).until(() -> bucket.tryAcquire().admitted());
      assertThat(buckets.usage().waiting()).isZero();
    }
  }

  @Test
  void clients_shareABucket() {
    try (TokenBuckets one = open();
        TokenBuckets other = open()) {
      assertThat(bucket(one, A_DAY, false).tryAcquire(70).admitted()).isTrue();

      assertThat(bucket(other, A_DAY, false).tryAcquire(40).admitted()).isFalse();
      assertThat(bucket(other, A_DAY, false).tryAcquire(30).admitted()).isTrue();
    }
  }

  @Test
  void clients_thatStateDifferentLimits_keepTheFirst() {
    try (TokenBuckets one = open();
        TokenBuckets other = open()) {
      assertThat(bucket(one, A_DAY, false).tryAcquire(70).admitted()).isTrue();

      assertThat(bucket(other, perSecond(1_000), false).tryAcquire(40).admitted()).isFalse();
    }
  }

  @Test
  void bucket_withoutAnyLimits_throws() {
    try (TokenBuckets buckets = open()) {
      TokenBucket bucket = buckets.bucket(id);

      assertThatThrownBy(bucket::tryAcquire).isInstanceOf(BucketException.class);
    }
  }

  @Test
  void close_givesUnspentTokensBack() {
    // Leases begin with short lives, so on a slow computer, one may end before the client closes.
    await().untilAsserted(() -> assertThat(givenBackByClose()).isPositive());
  }

  /** How many tokens return to the bucket when a client with a lease closes. */
  private long givenBackByClose() {
    long full = 1_000_000_000;
    Limit many = Limit.of(full).per(Duration.ofDays(365)).burst(full);
    String fresh = UUID.randomUUID().toString();
    try (TokenBuckets other = open()) {
      TokenBucket observed = other.bucket(fresh, BucketOptions.of(Limits.of(many)).direct());
      long spent = 0;
      long held;
      try (TokenBuckets buckets = open()) {
        TokenBucket bucket = buckets.bucket(fresh, BucketOptions.of(Limits.of(many)));
        do {
          spent += bucket.tryAcquire().admitted() ? 1 : 0;
          held = spent % 1_000 == 0 ? full - spent - observed.peek().remaining() : 0;
        } while (held <= 100);
      }
      return held - (full - spent - observed.peek().remaining());
    }
  }

  @Test
  @Tag("slow")
  void clientBelowItsFairShare_besideAGreedyOne_isAdmitted() {
    Limit limit = perSecond(20).burst(20);
    try (TokenBuckets one = open();
        TokenBuckets other = open();
        Spender greedy = new Spender(bucket(one, limit, true))) {
      await().until(() -> greedy.spent() > 25);
      TokenBucket bucket = bucket(other, limit, true);

      // The greedy client has to notice the other one first.
      await().atMost(Duration.ofMinutes(1)).until(() -> partAdmitted(bucket) > 2.0 / 3);
    }
  }

  /** The part of five calls per second, for three seconds, that is admitted. */
  private static double partAdmitted(TokenBucket bucket) {
    int calls = 15;
    List<Boolean> admitted = new ArrayList<>();
    await()
        .pollInterval(Duration.ofMillis(200))
        .atMost(Duration.ofMinutes(1))
        .until(() -> admitted.add(bucket.tryAcquire().admitted()) && admitted.size() == calls);
    return (double) Collections.frequency(admitted, true) / calls;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void callerOfManyTokens_besideAGreedyClient_isAdmitted(boolean leased)
      throws InterruptedException {
    Limit limit = perSecond(50).burst(100);
    try (TokenBuckets one = open();
        TokenBuckets other = open();
        Spender greedy = new Spender(bucket(one, limit, true))) {
      await().until(() -> greedy.spent() > 110);
      TokenBucket bucket = bucket(other, limit, leased);

      assertThat(bucket.tryAcquire(80, Duration.ofSeconds(30)).admitted()).isTrue();
    }
  }

  @Test
  void leasedAndDirectClients_together_neverExceedTheLimit() {
    long rate = 500;
    long burst = 200;
    Limit limit = perSecond(rate).burst(burst);
    try (TokenBuckets one = open();
        TokenBuckets two = open();
        TokenBuckets three = open()) {
      List<TokenBucket> buckets =
          List.of(bucket(one, limit, false), bucket(two, limit, true), bucket(three, limit, true));
      long begin = System.nanoTime();
      List<Spender> spenders = buckets.stream().map(Spender::new).toList();
      try {
        await().atMost(Duration.ofMinutes(1)).until(() -> spent(spenders) >= burst + rate);
      } finally {
        spenders.forEach(Spender::close);
      }
      double seconds = (System.nanoTime() - begin) / 1e9;

      assertThat(spent(spenders)).isLessThanOrEqualTo((long) (burst + rate * seconds));
    }
  }

  private static long spent(List<Spender> spenders) {
    return spenders.stream().mapToLong(Spender::spent).sum();
  }
}
