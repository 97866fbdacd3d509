package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.peak.RateBand;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.List;
import org.apache.cassandra.db.marshal.Int32Type;
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
  private final PartitionSeconds seconds = new PartitionSeconds(limits);
  private final TableLimit reads = new TableLimit(TABLE, Operation.READS, 5, 1);
  private final TableLimit writes = new TableLimit(TABLE, Operation.WRITES, 5, 2);

  @Test
  void tick_afterASecond_countsForTheLimitOfThePartition() {
    seconds.follow(List.of(reads, writes));
    second();
    use(reads, 1, 3);
    use(reads, 2, 1);
    use(writes, 1, 2);

    second();

    assertThat(reads.peaks().bands())
        .containsExactly(new RateBand(1, 1, 1, 1), new RateBand(3, 1, 3, 1));
    assertThat(writes.peaks().bands()).containsExactly(new RateBand(2, 1, 2, 1));
  }

  @Test
  void tick_withinASecond_countsOnce() {
    seconds.follow(List.of(reads));
    second();
    use(reads, 1, 3);
    second();

    seconds.tick();

    assertThat(reads.peaks().requests()).isEqualTo(3);
  }

  @Test
  void tick_ofALimitThatIsNotFollowed_countsNothing() {
    seconds.follow(List.of(writes));
    second();
    use(reads, 1, 3);

    second();

    assertThat(reads.peaks().bands()).isEmpty();
  }

  @Test
  void tick_ofALimitWithoutASeries_countsNothing() {
    TableLimit unnumbered = new TableLimit(TABLE, Operation.READS, 5);
    seconds.follow(List.of(unnumbered));
    second();
    use(unnumbered, 1, 3);

    second();

    assertThat(unnumbered.peaks().bands()).isEmpty();
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
