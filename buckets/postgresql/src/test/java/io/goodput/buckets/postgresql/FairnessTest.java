package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.Spender;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller that waits for many tokens next to callers that take few. */
class FairnessTest {

  private final String id = UUID.randomUUID().toString();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void acquireOfManyTokens_besideCallersOfFew_doesNotStarve(boolean leased) throws Exception {
    try (TokenBuckets buckets = Server.client().open()) {
      BucketOptions options = BucketOptions.of(perSecond(200).burst(200));
      TokenBucket bucket = buckets.bucket(id, leased ? options : options.direct());
      List<Spender> spenders = new ArrayList<>();
      try {
        for (int i = 0; i < 3; i++) {
          spenders.add(new Spender(bucket));
        }
        await().until(() -> spenders.stream().mapToLong(Spender::spent).sum() > 250);
        assertThat(bucket.tryAcquire(150, Duration.ofSeconds(20)).admitted()).isTrue();
      } finally {
        spenders.forEach(Spender::close);
      }
    }
  }

  @Test
  void tryAcquireOfFewTokens_afterARejectionOfMany_isServedAtOnce() {
    try (TokenBuckets buckets = Server.client().open()) {
      TokenBucket bucket = buckets.bucket(id, perSecond(1).burst(100));
      assertThat(bucket.tryAcquire(20).admitted()).isTrue();
      assertThat(bucket.tryAcquire(90).admitted()).isFalse();

      assertThat(bucket.tryAcquire(10).admitted()).isTrue();
    }
  }
}
