package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.cassandra.exceptions.ExceptionCode;
import org.junit.jupiter.api.Test;

class RateLimitReachedExceptionTest {

  private static final String TEXT =
      "Per-partition rate limit reached for writes in table ks.t, rejected by ";

  private final TableLimit limit = limit(20);
  private final RateLimitReachedException rejection =
      new RateLimitReachedException(limit, false, 4200);

  private static TableLimit limit(long perSecond) {
    return new TableLimit(Limited.TABLE, Operation.WRITES, perSecond);
  }

  @Test
  void message_saysWhoRejectedAndWhy() {
    assertThat(rejection)
        .hasMessage(TEXT + "coordinator (limit 20 per second, rate 4200; retry after 50 ms)");
  }

  @Test
  void message_withoutARate_hasTheLimitAlone() {
    assertThat(unrated(limit))
        .hasMessage(TEXT + "replicas (limit 20 per second; retry after 50 ms)");
  }

  @Test
  void message_limitOfZero_namesNoTimeToRetry() {
    assertThat(unrated(limit(0))).hasMessage(TEXT + "replicas (limit 0 per second)");
  }

  @Test
  void code_isConfigError_whichDriversDoNotRetry() {
    assertThat(rejection.code()).isEqualTo(ExceptionCode.CONFIG_ERROR);
  }

  @Test
  void stackTrace_isEmpty() {
    assertThat(rejection.getStackTrace()).isEmpty();
  }

  @Test
  void payload_hasAllReasons() {
    assertThat(rejection.payload())
        .containsOnly(
            entry("goodput.refused", "limit"),
            entry("goodput.retry", "later"),
            entry("goodput.table", "ks.t"),
            entry("goodput.limit", "20"),
            entry("goodput.rate", "4200"),
            entry("goodput.retry_after_ms", "50"));
  }

  @Test
  void payload_withoutARate_namesNone() {
    assertThat(unrated(limit).payload()).doesNotContainKey("goodput.rate");
  }

  @Test
  void payload_limitAboveOneThousand_waitsOneMillisecond() {
    assertThat(unrated(limit(1_000_000)).payload()).contains(entry("goodput.retry_after_ms", "1"));
  }

  @Test
  void payload_limitOfZero_namesNoTimeToRetry() {
    assertThat(unrated(limit(0)).payload()).doesNotContainKey("goodput.retry_after_ms");
  }

  @Test
  void messageAndPayload_ofAnOverride_sayWhenItExpires() {
    Instant expiresAt = Instant.parse("2026-11-24T03:10:00Z");
    PartitionOverride override =
        new PartitionOverride(
            Limited.TABLE.id, ByteBuffer.allocate(4), null, 0, expiresAt, "ops", expiresAt);

    RateLimitReachedException denial =
        new RateLimitReachedException(TableLimit.overriding(limit, override), false, 7);

    assertThat(denial)
        .hasMessage(
            TEXT + "coordinator (override until 2026-11-24T03:10:00Z; limit 0 per second, rate 7)");
    assertThat(denial.payload())
        .containsOnly(
            entry("goodput.refused", "override"),
            entry("goodput.retry", "never"),
            entry("goodput.table", "ks.t"),
            entry("goodput.limit", "0"),
            entry("goodput.rate", "7"),
            entry("goodput.expires_at", "2026-11-24T03:10:00Z"));
  }

  private static RateLimitReachedException unrated(TableLimit limit) {
    return new RateLimitReachedException(limit, true, RateLimitReachedException.UNKNOWN);
  }

  private static Map.Entry<String, ByteBuffer> entry(String key, String value) {
    return Map.entry(key, StandardCharsets.UTF_8.encode(value));
  }
}
