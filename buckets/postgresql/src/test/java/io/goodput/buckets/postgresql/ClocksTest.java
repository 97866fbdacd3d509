package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import io.goodput.buckets.postgresql.admin.BucketRows;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server's clock that was a day ahead for a moment. */
class ClocksTest {

  private final String id = UUID.randomUUID().toString();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucket_countedADayAhead_servesAgainWithinSeconds(boolean leased) {
    countADayAhead();
    try (TokenBuckets buckets = PostgresBuckets.on(Server.url()).open()) {
      BucketOptions options = BucketOptions.of(perSecond(100));
      TokenBucket bucket = buckets.bucket(id, leased ? options : options.direct());
      await().atMost(Duration.ofSeconds(20)).until(() -> bucket.tryAcquire().admitted());
    }
  }

  @Test
  void set_ofABucketCountedADayAhead_repairsIt() {
    countADayAhead();
    try (BucketRows rows = BucketRows.on(Server.url())) {
      rows.set(id, 0);
      assertThat(rows.show(id).orElseThrow().countedAt())
          .isBefore(Instant.now().plus(Duration.ofSeconds(10)));
    }
  }

  private void countADayAhead() {
    Server.execute(
        "INSERT INTO rate_limiting_token_bucket VALUES ('%s', 0, now() + interval '1 day')"
            .formatted(id));
  }
}
