package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limit;
import io.goodput.buckets.Limits;
import io.goodput.buckets.Spender;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.Verdict;
import io.goodput.buckets.postgresql.admin.BucketRow;
import io.goodput.buckets.postgresql.admin.BucketRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Buckets on a real PostgreSQL. */
class TokenBucketsTest {

  private final String id = UUID.randomUUID().toString();

  @Test
  void install_twice_changesNothing() {
    try (TokenBuckets buckets = Server.client().open()) {
      buckets.install().install();
      assertThat(buckets.bucket(id, perSecond(1).burst(1)).tryAcquire().admitted()).isTrue();
    }
  }

  @Test
  void install_overAnUnrelatedTableOfTheSameName_throwsAndKeepsTheTable() {
    Server.execute(
        "CREATE SCHEMA foreigner; CREATE TABLE foreigner.rate_limiting_token_bucket (a int)");
    try (TokenBuckets buckets = Server.client(Server.url() + "&currentSchema=foreigner").open()) {
      assertThatThrownBy(buckets::install)
          .isInstanceOf(BucketException.class)
          .hasMessageContaining("it has (a integer), not (id text,");
    }
  }

  @Test
  void tryAcquire_onALeasedBucket_grantsTheBurstAndNoMore() {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, Limit.of(640).per(Duration.ofDays(1)));
      int granted = 0;
      for (int i = 0; i < 1_000; i++) {
        granted += bucket.tryAcquire().admitted() ? 1 : 0;
      }
      // A slow loop may lose leases of up to 10 tokens.
      assertThat(granted).isBetween(600, 640);
    }
  }

  @Test
  void tryAcquire_onADirectBucket_grantsTheBurstAndNoMore() {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket =
          buckets.bucket(id, BucketOptions.of(Limit.of(5).per(Duration.ofDays(1))).direct());
      assertThat(bucket.tryAcquire(5).admitted()).isTrue();
      assertThat(bucket.tryAcquire().admitted()).isFalse();
    }
  }

  @Test
  void tryAcquire_ofMoreThanTheBurst_namesTheRange() {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(5));
      assertThatThrownBy(() -> bucket.tryAcquire(6).admitted())
          .hasMessageContaining("take 1 to 5, its burst");
    }
  }

  @Test
  void acquire_ofMoreTokensThanTheBucketHas_waitsForThem() throws InterruptedException {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(100).burst(10));
      await().until(() -> bucket.tryAcquire(10).admitted());
      assertThat(bucket.tryAcquire(10, Duration.ofSeconds(30)).admitted()).isTrue();
    }
  }

  @Test
  void bucket_withSqlAsItsId_isAnOrdinaryBucket() {
    String injection = "'; DROP TABLE rate_limiting_token_bucket; --\n\u20ac\"?$1";
    try (TokenBuckets buckets = Server.client().open();
        BucketRows rows = BucketRows.on(Server.url())) {
      rows.reset(injection);
      assertThat(buckets.bucket(injection, perSecond(1).burst(5)).tryAcquire(5).admitted())
          .isTrue();
      assertThat(rows.show(injection)).map(BucketRow::tokens).contains(0L);
    }
  }

  @Test
  void bucket_withAnIdOfMoreThanAKibibyte_isRejected() {
    try (TokenBuckets buckets = Server.client().open()) {
      assertThat(
              buckets
                  .bucket("x".repeat(1024), perSecond(1_000).burst(1_000))
                  .tryAcquire()
                  .admitted())
          .isTrue();
      assertThatThrownBy(() -> buckets.bucket("x".repeat(1025), perSecond(1).burst(1)))
          .hasMessageContaining("choose one of 1 to 1024");
    }
  }

  @Test
  void close_withUnspentLeases_givesTheirTokensBack() {
    // A lease may end before the client closes.
    await().until(() -> givenBackByClose() > 0);
  }

  private long givenBackByClose() {
    try (BucketRows rows = BucketRows.on(Server.url())) {
      rows.set(id, 1_000_000);
      long spent = 0;
      long held;
      try (TokenBuckets buckets = Server.client().open()) {
        TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(1_000_000_000));
        do {
          spent += bucket.tryAcquire().admitted() ? 1 : 0;
          held = 1_000_000 - spent - tokens(rows);
        } while (held <= 0);
      }
      return held - (1_000_000 - spent - tokens(rows));
    }
  }

  @Test
  void install_overTheOriginalTable_keepsItsRows() {
    Server.execute(
        """
        CREATE SCHEMA seed;
        CREATE TABLE seed.rate_limiting_token_bucket (
          id text PRIMARY KEY, tk bigint NOT NULL, ts timestamptz NOT NULL);
        INSERT INTO seed.rate_limiting_token_bucket VALUES ('old', 3, clock_timestamp());
        """);
    try (TokenBuckets buckets = Server.client(Server.url() + "&currentSchema=seed").open()) {
      TokenBucket bucket =
          buckets.install().bucket("old", BucketOptions.of(Limits.parse("100 per day")).direct());
      assertThat(bucket.tryAcquire(5).admitted()).isFalse();
      assertThat(bucket.tryAcquire(3).admitted()).isTrue();
    }
  }

  @Test
  void close_whileCallersWait_rejectsThem() {
    TokenBuckets buckets = Server.client().open();
    TokenBucket direct = buckets.bucket(id, BucketOptions.of(perSecond(1).burst(100)).direct());
    TokenBucket leased = buckets.bucket(id + "leased", perSecond(1).burst(100));
    assertThat(direct.tryAcquire(100).admitted()).isTrue();
    assertThat(leased.tryAcquire(100).admitted()).isTrue();
    List<CompletableFuture<Boolean>> waiting =
        List.of(
            direct.acquireAsync(90, Duration.ofHours(1)).thenApply(Verdict::admitted),
            leased.acquireAsync(90, Duration.ofHours(1)).thenApply(Verdict::admitted));
    assertThat(leased.tryAcquire(90).admitted()).isFalse();
    buckets.close();
    assertThat(waiting).allSatisfy(answer -> assertThat(answer).isCompletedWithValue(false));
  }

  @Test
  void acquire_withTheLongestTimeout_waitsForTokens() throws InterruptedException {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(100).burst(10));
      await().until(() -> bucket.tryAcquire(10).admitted());
      assertThat(bucket.tryAcquire(10, Duration.ofSeconds(Long.MAX_VALUE)).admitted()).isTrue();
    }
  }

  @Test
  void acquireAsync_afterClose_isRejected() {
    TokenBuckets buckets = Server.client().open();
    TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(100));
    assertThat(bucket.tryAcquire(100).admitted()).isTrue();
    assertThat(bucket.tryAcquire(90).admitted()).isFalse();
    buckets.close();
    assertThat(bucket.acquireAsync(90, Duration.ofHours(1)).thenApply(Verdict::admitted))
        .isCompletedWithValue(false);
  }

  private long tokens(BucketRows rows) {
    return rows.show(id).orElseThrow().tokens();
  }

  @ParameterizedTest
  @EnumSource
  void leasedAndDirectClients_together_neverExceedTheLimit(Isolation isolation) {
    long rate = 2_000;
    long burst = 1_000;
    BucketOptions options = BucketOptions.of(perSecond(rate).burst(burst));
    List<TokenBuckets> clients =
        IntStream.range(0, 4).mapToObj(i -> Server.client().isolation(isolation).open()).toList();
    List<TokenBucket> buckets = new ArrayList<>();
    clients.forEach(
        client -> buckets.add(client.bucket(id, buckets.isEmpty() ? options.direct() : options)));
    long begin = System.nanoTime();
    List<Spender> spenders = buckets.stream().map(Spender::new).toList();
    try {
      // Without any loss, that takes two seconds.
      await().atMost(Duration.ofMinutes(1)).until(() -> spent(spenders) >= burst + 2 * rate);
    } finally {
      spenders.forEach(Spender::close);
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    clients.forEach(TokenBuckets::close);

    assertThat(spent(spenders)).isLessThanOrEqualTo((long) (burst + rate * seconds));
  }

  private static long spent(List<Spender> spenders) {
    return spenders.stream().mapToLong(Spender::spent).sum();
  }
}
