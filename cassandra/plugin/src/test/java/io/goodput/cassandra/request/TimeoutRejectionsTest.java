package io.goodput.cassandra.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestTimeoutException;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.TimeUUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The answers to requests that are shed")
class TimeoutRejectionsTest {

  static {
    DatabaseDescriptor.clientInitialization(false);
  }

  private static final TableMetadata TABLE = TableMetadata.minimal("ks", "t");

  @ParameterizedTest
  @EnumSource(names = {"READS", "WRITES"})
  void at_aTable_saysWhyWhereAndWhenToRetry(RequestKind kind) {
    RequestTimeoutException answer = rejections(kind, 400).at(ConsistencyLevel.ONE, TABLE);

    assertThat(answer)
        .hasMessage(
            "Dropped before it was executed: it is a test (table ks.t; retry after 400 ms)");
    assertThat(payload(answer))
        .containsOnly(
            entry("goodput.refused", "late"),
            entry("goodput.retry", "later"),
            entry("goodput.table", "ks.t"),
            entry("goodput.retry_after_ms", "400"));
  }

  @Test
  void at_aBatch_namesNoTable() {
    RequestTimeoutException answer =
        rejections(RequestKind.BATCHES, 400).at(ConsistencyLevel.ONE, null);

    assertThat(answer)
        .hasMessage("Dropped before it was executed: it is a test (retry after 400 ms)");
    assertThat(payload(answer)).doesNotContainKey("goodput.table");
  }

  @Test
  void at_noTellingWhenToRetry_namesTheTableAlone() {
    RequestTimeoutException answer =
        rejections(RequestKind.READS, TimeoutRejections.UNKNOWN).at(ConsistencyLevel.ONE, TABLE);

    assertThat(answer).hasMessage("Dropped before it was executed: it is a test (table ks.t)");
    assertThat(payload(answer)).doesNotContainKey("goodput.retry_after_ms");
  }

  @Test
  void at_withinASecond_isTheSameAnswer() {
    TimeoutRejections late = rejections(RequestKind.READS, 400);

    assertThat(late.at(ConsistencyLevel.ONE, TABLE)).isSameAs(late.at(ConsistencyLevel.ONE, TABLE));
  }

  @Test
  void at_eachConsistencyLevel_isItsOwn() {
    TimeoutRejections late = rejections(RequestKind.READS, 400);

    for (ConsistencyLevel consistency : ConsistencyLevel.values()) {
      assertThat(late.at(consistency, TABLE).consistency).isEqualTo(consistency);
    }
  }

  @Test
  @DisplayName("name no other table, and stay the same, however many tables are shed")
  void at_manyTables_areExplainedInFixedMemory() {
    TimeoutRejections late = rejections(RequestKind.READS, 400);
    int unnamed = 0;
    for (int i = 0; i < 1000; i++) {
      RequestTimeoutException answer =
          late.at(ConsistencyLevel.ONE, TableMetadata.minimal("ks", "t" + i));
      ByteBuffer table = payload(answer).get("goodput.table");
      unnamed += table == null ? 1 : 0;
      assertThat(table == null || table.equals(StandardCharsets.UTF_8.encode("ks.t" + i))).isTrue();
    }

    assertThat(unnamed).isGreaterThan(900);
  }

  @Test
  @DisplayName("name two tables that were created one after the other")
  void at_tablesOfOneTime_rarelyShareAPlace() {
    int unnamed = 0;
    for (long millis = 1; millis <= 100; millis++) {
      TimeoutRejections late = rejections(RequestKind.READS, 400);
      Object unused = late.at(ConsistencyLevel.ONE, created(1_800_000_000_000L));
      RequestTimeoutException second =
          late.at(ConsistencyLevel.ONE, created(1_800_000_000_000L + millis));
      unnamed += payload(second).containsKey("goodput.table") ? 0 : 1;
    }

    assertThat(unnamed).isLessThan(10);
  }

  private static TableMetadata created(long millis) {
    return TableMetadata.minimal("ks", "t")
        .unbuild()
        .id(TableId.fromUUID(TimeUUID.atUnixMicrosWithLsb(millis * 1000, 7).asUUID()))
        .build();
  }

  private static TimeoutRejections rejections(RequestKind kind, long retryMillis) {
    return new TimeoutRejections(kind, Reasons.Kind.LATE, "it is a test", () -> retryMillis);
  }

  private static Map<String, ByteBuffer> payload(RequestTimeoutException answer) {
    return ((Explained) answer).payload();
  }

  private static Map.Entry<String, ByteBuffer> entry(String key, String value) {
    return Map.entry(key, StandardCharsets.UTF_8.encode(value));
  }
}
