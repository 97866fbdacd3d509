package io.goodput.buckets.postgresql.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Limits;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.Server;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What PostgreSQL counts, for the table in a schema of its own. */
@DisplayName("Grants update rows without their index")
class HeapOnlyUpdatesTest {

  private static final int ROWS = 2_000;

  private final String schema = "heap_only_" + UUID.randomUUID().toString().replace('-', '_');

  @BeforeEach
  void install() {
    Server.execute("CREATE SCHEMA " + schema);
    open().install().close();
  }

  @AfterEach
  void drop() {
    Server.execute("DROP SCHEMA %s CASCADE".formatted(schema));
  }

  @Test
  @DisplayName("if one bucket gets all of them")
  void updates_ofOneRow_areHeapOnly() {
    try (TokenBuckets buckets = open()) {
      for (int i = 0; i < ROWS; i++) {
        take(buckets, "hot");
      }
    }

    assertThat(heapOnly(ROWS - 1)).isGreaterThan(0.95);
  }

  @Test
  @DisplayName("also if many buckets share them")
  void updates_ofManyRows_areHeapOnly() {
    takeFromAllTwice();

    assertThat(heapOnly(ROWS)).isGreaterThan(0.9);
  }

  private void takeFromAllTwice() {
    try (TokenBuckets buckets = open()) {
      for (int round = 0; round < 2; round++) {
        for (int row = 0; row < ROWS; row++) {
          take(buckets, "bucket-" + row);
        }
      }
    }
  }

  private static void take(TokenBuckets buckets, String id) {
    BucketOptions options = BucketOptions.of(Limits.parse("1 per day, burst 10000")).direct();
    assertThat(buckets.bucket(id, options).tryAcquire().admitted()).isTrue();
  }

  /** The part of the updates that are heap-only, once the server has counted them all. */
  private double heapOnly(long updates) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> Server.number(count("n_tup_upd")) >= updates);
    return (double) Server.number(count("n_tup_hot_upd")) / Server.number(count("n_tup_upd"));
  }

  private String count(String column) {
    return "SELECT %s FROM pg_stat_user_tables WHERE schemaname = '%s' AND relname = '%s'"
        .formatted(column, schema, "rate_limiting_token_bucket");
  }

  private TokenBuckets open() {
    return Server.client().schema(schema).withoutPruning().open();
  }
}
