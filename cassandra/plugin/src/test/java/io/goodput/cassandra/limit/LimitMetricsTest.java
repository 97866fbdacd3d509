package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.view.Metrics;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LimitMetricsTest {

  private static final String LIMIT = "org.apache.cassandra.metrics.Goodput.ReadsMaxPerSecond.";

  private final CassandraMetricsRegistry registry = CassandraMetricsRegistry.Metrics;
  private final LimitedTables tables =
      new LimitedTables(new LimitMetrics(new Metrics(registry)), new Faults());
  private final List<TableMetadata> limited =
      IntStream.range(0, LimitMetrics.MOST_LIMITS + 1).mapToObj(n -> limited(n)).toList();

  @AfterEach
  void drop() {
    limited.forEach(table -> tables.onDropTable(table, true));
  }

  @Test
  void limited_moreThanTheMostLimits_registersOnlyTheFirst() {
    limited.forEach(tables::onCreateTable);

    assertThat(registered()).hasSize(LimitMetrics.MOST_LIMITS).doesNotContain(LIMIT + "ks.t1000");
  }

  @Test
  void unlimited_aLimitWithMetrics_makesRoomForAnother() {
    limited.forEach(tables::onCreateTable);
    tables.onDropTable(limited.get(0), true);
    tables.onDropTable(limited.get(1000), true);
    tables.onCreateTable(limited.get(1000));

    assertThat(registered()).contains(LIMIT + "ks.t1000").doesNotContain(LIMIT + "ks.t0");
  }

  @Test
  void unlimited_allLimits_removesAllMetrics() {
    limited.forEach(tables::onCreateTable);
    limited.forEach(table -> tables.onDropTable(table, true));

    assertThat(registry.getNames()).noneMatch(name -> name.contains(".Goodput."));
  }

  private List<String> registered() {
    return registry.getNames().stream().filter(name -> name.startsWith(LIMIT)).toList();
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
