package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketMetrics;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BucketMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final String id = UUID.randomUUID().toString();

  @Test
  void meters_ofADirectBucket_countItsRequestsAndTokens() {
    try (TokenBuckets buckets = metered(Server.url())) {
      TokenBucket bucket = buckets.bucket(id, direct(100));
      assertThat(bucket.tryAcquire(60).admitted()).isTrue();
      assertThat(bucket.tryAcquire(60).admitted()).isFalse();
    }

    assertThat(registry.get("goodput.buckets.requests").timer().count()).isEqualTo(2);
    assertThat(registry.get("goodput.buckets.requests").timer().totalTime(TimeUnit.NANOSECONDS))
        .isPositive();
    assertThat(count("tokens.requested")).isEqualTo(120);
    assertThat(count("tokens.granted")).isEqualTo(60);
    assertThat(count("failures")).isZero();
    assertThat(count("retries")).isZero();
    assertThat(count("limit.differences")).isZero();
  }

  @Test
  void meters_ofABucketWithTheLimitOfOthers_countTheDifference() {
    try (TokenBuckets first = Server.client().open();
        TokenBuckets second = metered(Server.url())) {
      first.bucket(id, direct(100)).tryAcquire();
      second.bucket(id, direct(1_000)).tryAcquire();
    }

    assertThat(count("limit.differences")).isEqualTo(1);
  }

  @Test
  void meters_ofCallers_countThoseThatSpendFromALeaseToo() {
    BucketMetrics metrics = new BucketMetrics(registry);
    try (TokenBuckets buckets = inMemory(metrics)) {
      metrics.bindTo(buckets);
      TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(100));
      for (int i = 0; i < 50; i++) {
        assertThat(bucket.tryAcquire().admitted()).isTrue();
      }
      assertThat(bucket.tryAcquire(90).admitted()).isFalse();

      // Micrometer itself holds what it reads only weakly.
      System.gc();
      assertThat(registry.get("goodput.buckets.admitted").functionCounter().count()).isEqualTo(50);
      assertThat(registry.get("goodput.buckets.rejected").functionCounter().count()).isEqualTo(1);
      assertThat(waits(true).count()).isBetween(1L, 49L);
      assertThat(waits(false).count()).isEqualTo(1);
    }
  }

  @Test
  void meters_ofABucketInUse_tellWhatItHasLeased() {
    BucketMetrics metrics = new BucketMetrics(registry);
    try (TokenBuckets buckets = inMemory(metrics)) {
      metrics.bindTo(buckets);
      TokenBucket bucket = buckets.bucket(id, perSecond(1_000).burst(1_000));

      await()
          .pollInterval(Duration.ofMillis(1))
          .until(() -> bucket.tryAcquire().admitted() && gauge("tokens.unspent") > 0);
    }
  }

  @Test
  void meters_ofACallerThatWaits_countItUntilItsAnswer() {
    BucketMetrics metrics = new BucketMetrics(registry);
    try (TokenBuckets buckets = inMemory(metrics)) {
      metrics.bindTo(buckets);
      TokenBucket bucket = buckets.bucket(id, Limit.of(1).per(Duration.ofDays(1)));
      assertThat(bucket.tryAcquire().admitted()).isTrue();
      CompletableFuture<Verdict> answer = bucket.acquireAsync(1, Duration.ofHours(1));
      assertThat(gauge("waiting")).isEqualTo(1);

      answer.cancel(false);

      assertThat(gauge("waiting")).isZero();
    }
  }

  @Test
  void meters_withoutADatabase_countTheFailure() {
    try (TokenBuckets buckets = metered("jdbc:postgresql://127.0.0.1:1/postgres")) {
      TokenBucket bucket = buckets.bucket(id, direct(100));
      await().until(() -> !bucket.tryAcquire().admitted() && count("failures") > 0);
    }
  }

  private static TokenBuckets inMemory(BucketMetrics metrics) {
    return TokenBuckets.inMemory().timeout(Duration.ofSeconds(10)).listener(metrics).open();
  }

  private TokenBuckets metered(String url) {
    return Server.client(url).listener(new BucketMetrics(registry)).open();
  }

  private static BucketOptions direct(int rate) {
    return BucketOptions.of(Limit.of(rate).per(Duration.ofDays(1))).direct();
  }

  private Timer waits(boolean admitted) {
    return registry.get("goodput.buckets.waits").tag("admitted", String.valueOf(admitted)).timer();
  }

  private double gauge(String name) {
    return registry.get("goodput.buckets." + name).gauge().value();
  }

  private double count(String name) {
    return registry.get("goodput.buckets." + name).counter().count();
  }
}
