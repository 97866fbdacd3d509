package io.goodput.sql.table;

import static io.goodput.sql.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.sql.Server;
import io.goodput.sql.TokenBuckets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Clients that remove the rows of full buckets, in a schema of their own. */
class PrunerTest {

  private final String schema = "pruned_" + UUID.randomUUID().toString().replace('-', '_');

  @Test
  void client_thatUsesABucket_removesTheRowsOfFullBucketsAndLeavesTheOthers() {
    Server.execute("CREATE SCHEMA " + schema);
    try (TokenBuckets buckets = TokenBuckets.on(Server.url()).schema(schema).open().install();
        TokenBuckets idle =
            TokenBuckets.on(Server.url()).schema(schema).withoutPruning().open().install()) {
      assertThat(buckets.bucket("full", perSecond(1_000)).tryAcquire().admitted()).isTrue();
      assertThat(idle.bucket("low", perSecond(1).burst(1_000)).tryAcquire(900).admitted()).isTrue();

      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> Server.number("SELECT count(*) FROM %s".formatted(table())) == 1);
      assertThat(Server.number("SELECT count(*) FROM %s WHERE id = 'low'".formatted(table())))
          .isEqualTo(1);
    }
  }

  private String table() {
    return schema + ".rate_limiting_token_bucket";
  }
}
