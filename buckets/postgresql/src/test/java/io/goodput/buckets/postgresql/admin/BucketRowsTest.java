package io.goodput.buckets.postgresql.admin;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
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
    try (TokenBuckets buckets = Server.client().open()) {
      buckets.bucket(id + "full", perSecond(100).burst(10)).tryAcquire();
      buckets.bucket(id + "low", perSecond(1).burst(1_000)).tryAcquire(1_000);
      await().until(() -> pruneAMinuteLater() == 1);
      assertThat(rows.list(id, 10)).extracting(BucketRow::id).containsExactly(id + "low");
    }
  }

  @Test
  void prune_ofAFullBucket_grantsNothing() {
    long spent = 0;
    int rounds = 3;
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(100).burst(20));
      long begin = System.nanoTime();
      for (int round = 0; round < rounds; round++) {
        while (bucket.tryAcquire().admitted()) {
          spent++;
        }
        await().until(() -> pruneAMinuteLater() == 1);
      }
      while (bucket.tryAcquire().admitted()) {
        spent++;
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      assertThat(spent).isBetween(rounds + 1L, (long) (20 + 100 * seconds));
    }
  }

  @Test
  void prune_ofAFullBucketThatAProcessUses_keepsTheLimitsInForce() {
    try (TokenBuckets buckets = Server.client().open()) {
      assertThat(buckets.bucket(id, perSecond(1_000)).tryAcquire().admitted()).isTrue();
      await()
          .until(
              () ->
                  Server.number(
                          """
                          SELECT count(*) FROM rate_limiting_token_bucket
                          WHERE id = '%s' AND full_at <= clock_timestamp()
                          """
                              .formatted(id))
                      == 1);

      assertThat(rows.prune(id)).isZero();
    }
  }

  /** Removes rows as if no process had stated limits for a minute. */
  private long pruneAMinuteLater() {
    Server.execute(
        """
        UPDATE rate_limiting_token_bucket SET stated_at = stated_at - interval '1 minute'
        WHERE id LIKE '%s%%'
        """
            .formatted(id));
    return rows.prune(id);
  }

  @Test
  void prune_ofARowWithoutARate_keepsIt() {
    rows.set(id, 100);
    assertThat(rows.prune(id)).isZero();
  }

  @Test
  void prune_besideALockedRow_removesTheOthers() throws SQLException {
    insertFullRows(3);
    try (Connection other = DriverManager.getConnection(Server.url());
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(
          "SELECT FROM rate_limiting_token_bucket WHERE id = '%s-2' FOR UPDATE".formatted(id));
      assertThat(CompletableFuture.supplyAsync(() -> rows.prune(id)))
          .succeedsWithin(Duration.ofSeconds(10))
          .isEqualTo(2L);
    }
  }

  @Test
  void prune_ofManyRows_usesManySmallTransactions() {
    Server.execute(
        """
        DROP TABLE IF EXISTS pruned;
        CREATE TABLE pruned (id text, transaction bigint);
        CREATE OR REPLACE FUNCTION prune_seen() RETURNS trigger LANGUAGE plpgsql
          AS 'BEGIN INSERT INTO public.pruned VALUES (OLD.id, txid_current()); RETURN OLD; END';
        CREATE OR REPLACE TRIGGER prune_seen AFTER DELETE ON rate_limiting_token_bucket
          FOR EACH ROW EXECUTE FUNCTION prune_seen();
        """);
    insertFullRows(4_500);

    assertThat(rows.prune(id)).isEqualTo(4_500);
    assertThat(
            Server.number(
                """
                SELECT max(n) FROM (SELECT count(*) AS n FROM pruned WHERE id LIKE '%s-%%'
                  GROUP BY transaction) transactions
                """
                    .formatted(id)))
        .isBetween(1L, 1_000L);
  }

  private void insertFullRows(int count) {
    Server.execute(
        """
        INSERT INTO rate_limiting_token_bucket (id, tk, ts, full_at)
          SELECT '%s-' || i, 1, now(), now() FROM generate_series(1, %d) i
        """
            .formatted(id, count));
  }

  @Test
  void set_toMoreThanTheLargestBurst_isRejected() {
    assertThatThrownBy(() -> rows.set(id, 1L << 43))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose 0 to 4398046511104");
  }
}
