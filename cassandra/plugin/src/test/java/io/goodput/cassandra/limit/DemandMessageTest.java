package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.goodput.cassandra.limit.DemandMessage.Entry;
import io.goodput.core.limit.PartitionLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemandMessageTest {

  private static final TableId TABLE = TableId.fromUUID(new UUID(1, 2));

  @Test
  void read_whatWasWritten_isTheSame() {
    DemandMessage message =
        new DemandMessage(20, 40, List.of(new Entry(TABLE, Operation.READS, -7, 12.5, 3, 0)));

    assertThat(DemandMessage.read(ByteBuffer.wrap(message.bytes()))).isEqualTo(message);
  }

  @Test
  @DisplayName("A hot partition is told first, and 1,023 of the lukewarm ones follow")
  void bytes_moreThanANodeShares_areTheBusiest() {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      entries.add(new Entry(TABLE, Operation.READS, i, 1, 0, 1 + i / 3_000.0));
    }
    entries.add(new Entry(TABLE, Operation.WRITES, -1, 900, 0, 180));

    List<Entry> told =
        DemandMessage.read(ByteBuffer.wrap(new DemandMessage(1, 1, entries).bytes())).entries();

    assertThat(told).hasSize(PartitionLimits.SHARED_PARTITIONS);
    assertThat(told.get(0).perSecond()).isEqualTo(900);
    assertThat(told).filteredOn(entry -> entry.tokenBits() == 2_999).hasSize(1);
    assertThat(told).filteredOn(entry -> entry.tokenBits() == 0).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1})
  void read_rateThatIsNone_isLeftOut(double rate) {
    DemandMessage message =
        new DemandMessage(
            1,
            1,
            List.of(
                new Entry(TABLE, Operation.READS, 1, rate, 0, 0),
                new Entry(TABLE, Operation.READS, 2, 0, rate, 0),
                new Entry(TABLE, Operation.READS, 3, 5, 0, 0)));

    assertThat(DemandMessage.read(ByteBuffer.wrap(message.bytes())).entries())
        .extracting(Entry::tokenBits)
        .containsExactly(3L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 9, 48, 50})
  void read_otherLength_isNoMessage(int length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DemandMessage.read(ByteBuffer.wrap(new byte[length])))
        .withMessage("A report of demands cannot have %d bytes", length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 12_001})
  void read_intervalOutOfRange_isNoMessage(int interval) {
    byte[] bytes = new DemandMessage(interval, 1, List.of()).bytes();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> DemandMessage.read(ByteBuffer.wrap(bytes)))
        .withMessage(
            "A node cannot report every %d ticks and want reports every 1 ticks", interval);
  }
}
