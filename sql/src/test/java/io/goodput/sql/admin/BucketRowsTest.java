package io.goodput.sql.admin;

import static io.goodput.sql.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.sql.Server;
import io.goodput.sql.TokenBucket;
import io.goodput.sql.TokenBuckets;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BucketRowsTest {

  private final String id = UUID.randomUUID().toString();
  private final BucketRows rows = BucketRows.on(Server.url());

  @AfterEach
  void close() {
    rows.close();
  }

  @Test
  void prune_removesFullBucketsAndKeepsTheOthers() {
    try (TokenBuckets buckets = TokenBuckets.on(Server.url()).open()) {
      buckets.bucket(id + "full", perSecond(100).burst(10)).tryAcquire();
      buckets.bucket(id + "low", perSecond(1).burst(1_000)).tryAcquire(1_000);
      await().until(() -> rows.prune(id) == 1);
      assertThat(rows.list(id, 10)).extracting(BucketRow::id).containsExactly(id + "low");
    }
  }

  @Test
  void prune_ofAFullBucket_grantsNothing() {
    long spent = 0;
    try (TokenBuckets buckets = TokenBuckets.on(Server.url()).open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(100).burst(20));
      long begin = System.nanoTime();
      for (int round = 0; round < 3; round++) {
        while (bucket.tryAcquire()) {
          spent++;
        }
        await().until(() -> rows.prune(id) == 1);
      }
      while (bucket.tryAcquire()) {
        spent++;
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      assertThat(spent).isBetween(3 * 10L, (long) (20 + 100 * seconds));
    }
  }

  @Test
  void prune_ofARowWithoutARate_keepsIt() {
    rows.set(id, 100);
    assertThat(rows.prune(id)).isZero();
  }

  @Test
  void set_toMoreThanTheLargestBurst_isRejected() {
    assertThatThrownBy(() -> rows.set(id, 1L << 43))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose 0 to 4398046511104");
  }
}
