package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.ManualTime;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.peak.RateBand;
import io.goodput.core.time.Nanos;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PartitionSecondsTest {

  private final ManualTime clock = new ManualTime();
  private final PartitionLimits limits = new PartitionLimits(clock, new PartitionCounters(1024));
  private final Limited table = new Limited();
  private final PartitionSeconds seconds = new PartitionSeconds(table.tables, limits);

  @Test
  void tick_afterASecond_countsForTheLimitOfThePartition() {
    table.alter(Map.of("max_reads_per_second", "5", "max_writes_per_second", "5"));
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
    table.alter(Map.of("max_reads_per_second", "5"));
    second();
    use(limit(Operation.READS), 1, 3);
    second();

    seconds.tick();

    assertThat(limit(Operation.READS).peaks().bands()).containsExactly(new RateBand(3, 1, 3, 1));
  }

  @Test
  void tick_ofALimitWithoutASeries_countsNothing() {
    table.alter(Map.of("max_reads_per_second", "5"));
    TableLimit unnumbered = new TableLimit(Limited.TABLE, Operation.READS, 5);
    second();
    use(unnumbered, 1, 3);

    second();

    assertThat(unnumbered.peaks().bands()).isEmpty();
    assertThat(limit(Operation.READS).peaks().bands()).isEmpty();
  }

  private TableLimit limit(Operation operation) {
    return Objects.requireNonNull(table.tables.limitOfTable(Limited.TABLE.id, operation));
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
}
