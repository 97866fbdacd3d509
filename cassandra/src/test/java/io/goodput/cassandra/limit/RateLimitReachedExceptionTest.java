package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.cassandra.exceptions.ExceptionCode;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.Test;

class RateLimitReachedExceptionTest {

  private final RateLimitReachedException rejection =
      new RateLimitReachedException(
          Operation.WRITES, TableMetadata.minimal("ks", "t"), "coordinator", 20, null);

  @Test
  void message_namesOperationTableAndWhoRejected() {
    assertThat(rejection)
        .hasMessage(
            "Per-partition rate limit reached for writes in table ks.t, rejected by coordinator");
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
  void payload_namesTheTableAndTheLimit() {
    assertThat(rejection.payload())
        .containsOnly(
            entry("goodput.refused", "limit"),
            entry("goodput.table", "ks.t"),
            entry("goodput.limit", "20"),
            entry("goodput.retry_after_ms", "50"));
  }

  @Test
  void payload_limitAboveOneThousand_waitsOneMillisecond() {
    rejection.setLimit(1_000_000);

    assertThat(rejection.payload()).contains(entry("goodput.retry_after_ms", "1"));
  }

  @Test
  void payload_limitOfZero_namesNoTimeToRetry() {
    rejection.setLimit(0);

    assertThat(rejection.payload()).doesNotContainKey("goodput.retry_after_ms");
  }

  @Test
  void messageAndPayload_ofAnOverride_sayWhenItExpires() {
    Instant expiresAt = Instant.parse("2026-11-24T03:10:00Z");
    TableMetadata table = TableMetadata.minimal("ks", "t");
    PartitionOverride override =
        new PartitionOverride(
            table.id, ByteBuffer.allocate(4), 0, null, expiresAt, "ops", expiresAt);

    RateLimitReachedException denial =
        new RateLimitReachedException(Operation.READS, table, "coordinator", 0, override);

    assertThat(denial)
        .hasMessage(
            "Per-partition rate limit reached for reads in table ks.t, rejected by coordinator"
                + " (override until 2026-11-24T03:10:00Z)");
    assertThat(denial.payload())
        .containsOnly(
            entry("goodput.refused", "override"),
            entry("goodput.table", "ks.t"),
            entry("goodput.limit", "0"),
            entry("goodput.expires_at", "2026-11-24T03:10:00Z"));
  }

  private static Map.Entry<String, ByteBuffer> entry(String key, String value) {
    return Map.entry(key, StandardCharsets.UTF_8.encode(value));
  }
}
