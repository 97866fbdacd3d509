package io.goodput.cassandra.override;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.goodput.cassandra.limit.PartitionOverride;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.Test;

class OverrideQuotaTest {

  private static final TableMetadata TABLE =
      TableMetadata.builder("ks", "t").addPartitionKeyColumn("k", Int32Type.instance).build();

  @Test
  void require_aTableWithAQuarterOfAll_refusesMoreOfIt() {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> OverrideQuota.require(overrides(TABLE.id, "", 1024), TABLE, "ann"))
        .withMessageStartingWith("Table ks.t has 1024 overrides, and there can be no more: ");
  }

  @Test
  void require_aRoleWithAQuarterOfAll_refusesItMore() {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(
            () -> OverrideQuota.require(overrides(TableId.generate(), "ann", 1024), TABLE, "ann"))
        .withMessageStartingWith("You have set 1024 overrides, and there can be no more: ");
  }

  @Test
  void require_othersWithAQuarterOfAll_leavesRoom() {
    assertThatCode(
            () -> OverrideQuota.require(overrides(TableId.generate(), "bob", 1024), TABLE, "ann"))
        .doesNotThrowAnyException();
  }

  private static List<OverrideTable.Stored> overrides(TableId table, String setBy, int number) {
    Instant now = Instant.EPOCH;
    return Stream.generate(
            () ->
                new OverrideTable.Stored(
                    new PartitionOverride(table, ByteBuffer.allocate(4), 1, null, now, setBy, now),
                    60))
        .limit(number)
        .toList();
  }
}
