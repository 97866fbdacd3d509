package io.goodput.cassandra.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.limit.PartitionNames.Name;
import io.goodput.core.time.TimeSource;
import java.util.Map;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HotPartitionWatchTest {

  private final Limited table = new Limited();
  private final Events events = new Events(TimeSource.system());
  private @Nullable Name busiest = partition(1);
  private double perSecond = 600;
  private double requests = 1000;
  private final HotPartitionWatch watch =
      new HotPartitionWatch(() -> busiest, counter -> perSecond, () -> requests, events);

  @Test
  void tick_threeTimesWithHalfOfTheRequests_tellsThePartitionOnce() {
    ticks(2);
    assertThat(events.latest()).isEmpty();

    ticks(100);

    assertThat(events.latest())
        .extracting(event -> event.message("1"))
        .containsExactly(
            "Partition 1 of ks.t became hot: its reads are at least half of all requests of this"
                + " node");
  }

  @Test
  void tick_withLessThanHalfOfTheRequests_tellsNothing() {
    requests = 1300;

    ticks(10);

    assertThat(events.latest()).isEmpty();
  }

  @Test
  void tick_withHalfOfHardlyAnyRequests_tellsNothing() {
    perSecond = HotPartitionWatch.LEAST_PER_SECOND - 1;
    requests = perSecond;

    ticks(10);

    assertThat(events.latest()).isEmpty();
  }

  @Test
  void tick_withOtherPartitionsInTurn_tellsNothing() {
    for (int i = 0; i < 10; i++) {
      busiest = partition(i % 2);
      ticks(1);
    }

    assertThat(events.latest()).isEmpty();
  }

  @Test
  void tick_afterAMinuteOfRest_tellsThePartitionAgain() {
    ticks(3);
    busiest = null;
    ticks(62);
    busiest = partition(1);

    ticks(3);

    assertThat(events.latest()).hasSize(2);
  }

  private Name partition(int key) {
    if (table.tables.isEmpty()) {
      table.alter(Map.of("max_reads_per_second", "5"));
    }
    return new Name(
        key,
        table.limit(),
        new Murmur3Partitioner.LongToken(key),
        Int32Type.instance.decompose(key));
  }

  private void ticks(int number) {
    for (int i = 0; i < number; i++) {
      watch.tick();
    }
  }
}
