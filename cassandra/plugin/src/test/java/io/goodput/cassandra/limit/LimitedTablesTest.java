package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.goodput.cassandra.fault.Faults;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LimitedTablesTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final LimitedTables.Listener NO_LISTENER =
      new LimitedTables.Listener() {
        @Override
        public void limited(TableLimit limit) {}

        @Override
        public void unlimited(TableLimit limit) {}
      };

  private final LimitedTables tables = new LimitedTables(NO_LISTENER, new Faults());

  @Test
  void onCreateTable_withLimit_isLimitedUntilDropped() {
    TableMetadata table = limited(0);
    assertThat(tables.isEmpty()).isTrue();

    tables.onCreateTable(table);
    assertThat(tables.isEmpty()).isFalse();
    assertThat(tables.limitOfTable(table.id, Operation.READS)).isNotNull();
    assertThat(tables.limitOfTable(table.id, Operation.WRITES)).isNull();

    tables.onDropTable(table, true);
    assertThat(tables.isEmpty()).isTrue();
    assertThat(tables.limitOfTable(table.id, Operation.READS)).isNull();
  }

  @Test
  @DisplayName("The thousandth limited table costs as much memory as the first")
  void onCreateTable_manyTables_costTheSameEach() {
    List<TableMetadata> created = IntStream.range(0, 3000).mapToObj(n -> limited(n)).toList();

    long first = allocatedFor(created.subList(0, 1000));
    long second = allocatedFor(created.subList(1000, 2000));
    long third = allocatedFor(created.subList(2000, 3000));

    assertThat((double) third / second).isLessThan(1.2);
    assertThat(first).isPositive();
  }

  private long allocatedFor(List<TableMetadata> created) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    created.forEach(tables::onCreateTable);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static TableMetadata limited(int number) {
    ByteBuffer option =
        MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false)
            .decompose(Map.of("max_reads_per_second", "5"));
    return TableMetadata.builder("ks", "t" + number)
        .partitioner(Murmur3Partitioner.instance)
        .addPartitionKeyColumn("k", Int32Type.instance)
        .extensions(Map.of("per_partition_rate_limit", option))
        .build();
  }
}
