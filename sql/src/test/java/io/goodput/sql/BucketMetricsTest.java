package io.goodput.sql;

import static io.goodput.sql.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.UUID;
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
    try (TokenBuckets first = TokenBuckets.on(Server.url()).open();
        TokenBuckets second = metered(Server.url())) {
      first.bucket(id, direct(100)).tryAcquire();
      second.bucket(id, direct(1_000)).tryAcquire();
    }

    assertThat(count("limit.differences")).isEqualTo(1);
  }

  @Test
  void meters_withoutADatabase_countTheFailure() {
    try (TokenBuckets buckets = metered("jdbc:postgresql://127.0.0.1:1/postgres")) {
      assertThat(buckets.bucket(id, direct(100)).tryAcquire().admitted()).isFalse();
    }

    assertThat(count("failures")).isPositive();
  }

  private TokenBuckets metered(String url) {
    return TokenBuckets.on(url).listener(new BucketMetrics(registry)).open();
  }

  private static BucketOptions direct(int rate) {
    return BucketOptions.of(perSecond(rate)).direct();
  }

  private double count(String name) {
    return registry.get("goodput.buckets." + name).counter().count();
  }
}
