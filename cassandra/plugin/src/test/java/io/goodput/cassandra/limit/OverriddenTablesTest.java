package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Statements;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Limits of tables of which partitions have overrides")
class OverriddenTablesTest {

  private static final Instant LATER = Instant.parse("2026-11-24T03:10:00Z");
  private static final int KEYS = 4096;

  private final LimitedTables tables =
      new LimitedTables(
          new LimitedTables.Listener() {
            @Override
            public void limited(TableLimit limit) {}

            @Override
            public void unlimited(TableLimit limit) {}
          },
          new Faults());

  private final TableMetadata table =
      Objects.requireNonNull(Schema.instance.getTableMetadata("ks", "t"));

  @BeforeAll
  static void createSchema() {
    Object unused = Statements.parse("SELECT * FROM ks.t");
  }

  private PartitionOverride override(int key, @Nullable Integer reads, @Nullable Integer writes) {
    return new PartitionOverride(
        table.id, Int32Type.instance.decompose(key), reads, writes, LATER, "ops", LATER);
  }

  private @Nullable TableLimit limit(int key, Operation operation) {
    ByteBuffer bytes = Int32Type.instance.decompose(key);
    Token token = table.partitioner.getToken(bytes);
    return tables.limitOfBits(table.id, operation, Partition.bitsOf(token));
  }

  private TableLimit known(int key, Operation operation) {
    return Objects.requireNonNull(limit(key, operation));
  }

  private void alter(Map<String, String> option) {
    ByteBuffer stored =
        MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false).decompose(option);
    tables.onCreateTable(
        table
            .unbuild()
            .extensions(option.isEmpty() ? Map.of() : Map.of("per_partition_rate_limit", stored))
            .build());
  }

  @Test
  @DisplayName("With as many overrides as there may be, each partition has its own")
  void limit_manyOverrides_isThatOfThePartition() {
    List<PartitionOverride> all = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      all.add(override(key, key, null));
    }

    tables.override(all);

    for (int key = 0; key < KEYS; key++) {
      assertThat(known(key, Operation.READS).perSecond()).isEqualTo(key);
      assertThat(limit(key, Operation.WRITES)).isNull();
      assertThat(limit(KEYS + key, Operation.READS)).isNull();
    }
  }

  @Test
  void isEmpty_withOverridesOnly_isFalseUntilTheyEnd() {
    assertThat(tables.isEmpty()).isTrue();

    tables.override(List.of(override(1, 0, null)));
    assertThat(tables.isEmpty()).isFalse();
    assertThat(tables.isLimited(table.id, Operation.READS)).isTrue();
    assertThat(tables.isLimited(table.id, Operation.WRITES)).isFalse();

    tables.override(List.of());
    assertThat(tables.isEmpty()).isTrue();
    assertThat(tables.isLimited(table.id, Operation.READS)).isFalse();
  }

  @Test
  void limit_tableWithALimit_isThatOfTheTableForOtherPartitionsAndOperations() {
    alter(Map.of("max_reads_per_second", "100", "max_writes_per_second", "50"));

    tables.override(List.of(override(1, 7, null)));

    assertThat(known(1, Operation.READS).perSecond()).isEqualTo(7);
    assertThat(known(1, Operation.WRITES).perSecond()).isEqualTo(50);
    assertThat(known(2, Operation.READS).perSecond()).isEqualTo(100);
  }

  @Test
  @DisplayName("Partitions compare limits by identity, so a reload must not exchange them")
  void override_again_keepsWhatHasNotChanged() {
    tables.override(List.of(override(1, 7, null), override(2, 8, null)));
    TableLimit first = known(1, Operation.READS);
    TableLimit second = known(2, Operation.READS);

    tables.override(List.of(override(1, 7, null), override(2, 9, null)));

    assertThat(known(1, Operation.READS)).isSameAs(first);
    assertThat(known(1, Operation.READS).limit()).isSameAs(first.limit());
    assertThat(known(2, Operation.READS)).isNotSameAs(second);
    assertThat(known(2, Operation.READS).perSecond()).isEqualTo(9);
  }

  @Test
  @DisplayName("Overrides of a table with a limit count in the figures of the table")
  void limit_tableWithALimit_countsTogether() {
    tables.override(List.of(override(1, 7, null)));
    TableLimit before = known(1, Operation.READS);

    alter(Map.of("max_reads_per_second", "100"));
    known(1, Operation.READS).rejected().inc();

    assertThat(known(1, Operation.READS)).isNotSameAs(before);
    assertThat(known(2, Operation.READS).rejected().getCount()).isOne();
    assertThat(tables.limits()).containsExactly(known(2, Operation.READS));

    alter(Map.of());
    assertThat(known(1, Operation.READS).rejected().getCount()).isZero();
    assertThat(tables.limits()).isEmpty();
  }

  @Test
  void isEnforced_tableInObserveMode_isFalseForItsOverrides() {
    tables.override(List.of(override(1, 0, 0)));
    assertThat(known(1, Operation.READS).isEnforced()).isTrue();

    alter(Map.of("max_reads_per_second", "100", "mode", "observe"));

    assertThat(known(1, Operation.READS).isEnforced()).isFalse();
    assertThat(known(1, Operation.WRITES).isEnforced()).isFalse();

    alter(Map.of("max_reads_per_second", "100"));
    assertThat(known(1, Operation.WRITES).isEnforced()).isTrue();
  }

  @Test
  void deniesAll_isTrueForOverridesOfZeroOnly() {
    alter(Map.of("max_reads_per_second", "0"));
    tables.override(List.of(override(1, 0, 1)));

    assertThat(known(1, Operation.READS).deniesAll()).isTrue();
    assertThat(known(1, Operation.WRITES).deniesAll()).isFalse();
    assertThat(known(2, Operation.READS).deniesAll()).isFalse();
  }
}
