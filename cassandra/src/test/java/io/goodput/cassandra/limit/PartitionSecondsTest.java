package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.fault.Faults;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.peak.RateBand;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.Test;

class PartitionSecondsTest {

  private static final TableMetadata TABLE =
      TableMetadata.builder("ks", "t")
          .partitioner(Murmur3Partitioner.instance)
          .addPartitionKeyColumn("k", Int32Type.instance)
          .build();

  private final Clock clock = new Clock();
  private final PartitionLimits limits = new PartitionLimits(clock, new PartitionCounters(1024));
  private final LimitedTables tables =
      new LimitedTables(
          new LimitedTables.Listener() {
            @Override
            public void limited(TableLimit limit) {}

            @Override
            public void unlimited(TableLimit limit) {}
          },
          new Faults());
  private final PartitionSeconds seconds = new PartitionSeconds(tables, limits);

  @Test
  void tick_afterASecond_countsForTheLimitOfThePartition() {
    alter(Map.of("max_reads_per_second", "5", "max_writes_per_second", "5"));
    second();
    use(limit(Operation.READS), 1, 3);
    use(limit(Operation.READS), 2, 1);
    use(limit(Operation.WRITES), 1, 2);

    second();

    assertThat(limit(Operation.READS).peaks().bands())
        .containsExactly(new RateBand(1, 1, 1, 1), new RateBand(3, 1, 3, 1));
    assertThat(limit(Operation.WRITES).peaks().bands()).containsExactly(new RateBand(2, 1, 2, 1));
  }

  @Test
  void tick_withinASecond_countsOnce() {
    alter(Map.of("max_reads_per_second", "5"));
    second();
    use(limit(Operation.READS), 1, 3);
    second();

    seconds.tick();

    assertThat(limit(Operation.READS).peaks().requests()).isEqualTo(3);
  }

  @Test
  void tick_ofALimitWithoutASeries_countsNothing() {
    alter(Map.of("max_reads_per_second", "5"));
    TableLimit unnumbered = new TableLimit(TABLE, Operation.READS, 5);
    second();
    use(unnumbered, 1, 3);

    second();

    assertThat(unnumbered.peaks().bands()).isEmpty();
    assertThat(limit(Operation.READS).peaks().bands()).isEmpty();
  }

  private void alter(Map<String, String> option) {
    ByteBuffer stored =
        MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false).decompose(option);
    tables.onCreateTable(
        TABLE
            .unbuild()
            .extensions(option.isEmpty() ? Map.of() : Map.of("per_partition_rate_limit", stored))
            .build());
  }

  private TableLimit limit(Operation operation) {
    return Objects.requireNonNull(tables.limit(TABLE.id, operation));
  }

  private void use(TableLimit limit, long token, int operations) {
    for (int i = 0; i < operations; i++) {
      limits.account(limits.now(), limit.counterOf(token));
    }
  }

  private void second() {
    clock.nanos += Nanos.PER_SECOND;
    seconds.tick();
  }

  /** Both clocks in one. */
  private static final class Clock implements TimeSource {

    private long nanos;

    @Override
    public long monotonicNanos() {
      return nanos;
    }

    @Override
    public long wallNanos() {
      return nanos;
    }
  }
}
