package io.goodput.buckets.postgresql;

import static io.goodput.buckets.Rates.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.BucketOptions;
import io.goodput.buckets.TokenBucket;
import io.goodput.buckets.TokenBuckets;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that state different limits for one id, as a rolling deploy of a new limit does. */
class DifferentLimitsTest {

  private final String id = UUID.randomUUID().toString();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void processes_withDifferentLimits_togetherKeepTheFirst(boolean leased) {
    try (TokenBuckets first = Server.client().open();
        TokenBuckets second = Server.client().open()) {
      TokenBucket small = first.bucket(id, options(100, leased));
      TokenBucket large = second.bucket(id, options(1_000, leased));
      long begin = System.nanoTime();
      long spent = small.tryAcquire().admitted() ? 1 : 0;
      while (spent < 300 && System.nanoTime() - begin < 60_000_000_000L) {
        spent += (small.tryAcquire().admitted() ? 1 : 0) + (large.tryAcquire().admitted() ? 1 : 0);
      }
      double seconds = (System.nanoTime() - begin) / 1e9;

      assertThat(spent).isBetween(300L, (long) (100 + 100 * seconds));
    }
  }

  @Test
  void process_whoseLimitIsNotInForce_learnsTheOneThatIs() {
    AtomicReference<String> inForce = new AtomicReference<>("");
    BucketListener listener =
        new BucketListener() {
          @Override
          public void limitsDiffer(String bucket, String limits) {
            inForce.set(bucket + " " + limits);
          }
        };
    try (TokenBuckets first = Server.client().open();
        TokenBuckets second = Server.client().listener(listener).open()) {
      first.bucket(id, options(100, false)).tryAcquire();
      second.bucket(id, options(1_000, false)).tryAcquire();

      assertThat(inForce).hasValue(id + " 100 per second, burst 100");
    }
  }

  @Test
  void newLimit_takesOverWhenNoProcessHasStatedTheOldOneForAMinute() {
    try (TokenBuckets first = Server.client().open();
        TokenBuckets second = Server.client().open()) {
      TokenBucket old = first.bucket(id, options(100, false));
      TokenBucket fresh = second.bucket(id, options(10, false));
      assertThat(old.tryAcquire(50).admitted()).isTrue();
      assertThat(fresh.tryAcquire().admitted()).isTrue();
      assertThat(burstInForce()).isEqualTo(100);
      Server.execute(
          "UPDATE rate_limiting_token_bucket SET stated_at = stated_at - interval '61 s'"
              + " WHERE id = '%s'".formatted(id));
      assertThat(fresh.tryAcquire(10).admitted()).isTrue();

      assertThat(burstInForce()).isEqualTo(10);
      assertThat(old.tryAcquire(11).admitted()).isFalse();
    }
  }

  private long burstInForce() {
    return Server.number(
        "SELECT limits[3] FROM rate_limiting_token_bucket WHERE id = '%s'".formatted(id));
  }

  private static BucketOptions options(long perSecond, boolean leased) {
    BucketOptions options = BucketOptions.of(perSecond(perSecond));
    return leased ? options : options.direct();
  }
}
