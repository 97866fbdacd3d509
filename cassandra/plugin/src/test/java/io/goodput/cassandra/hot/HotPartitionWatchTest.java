package io.goodput.cassandra.hot;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.hot.HotPartitionWatch.Busy;
import io.goodput.cassandra.watch.WatchedPartition;
import io.goodput.core.time.TimeSource;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HotPartitionWatchTest {

  private static final TableMetadata TABLE =
      TableMetadata.builder("ks", "t")
          .partitioner(Murmur3Partitioner.instance)
          .addPartitionKeyColumn("k", Int32Type.instance)
          .build();

  private final Events events = new Events(TimeSource.system());
  private @Nullable Busy busiest = partition(1, 600, 1000);
  private final HotPartitionWatch watch = new HotPartitionWatch(() -> busiest, events);

  @Test
  void run_threeTimesWithHalfOfTheRequests_tellsThePartitionOnce() {
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
  void run_withLessThanHalfOfTheRequests_tellsNothing() {
    busiest = partition(1, 600, 1300);

    ticks(10);

    assertThat(events.latest()).isEmpty();
  }

  @Test
  void run_withHalfOfHardlyAnyRequests_tellsNothing() {
    busiest = partition(1, HotPartitionWatch.LEAST_PER_SECOND - 1, 100);

    ticks(10);

    assertThat(events.latest()).isEmpty();
  }

  @Test
  void run_withOtherPartitionsInTurn_tellsNothing() {
    for (int i = 0; i < 10; i++) {
      busiest = partition(i % 2, 600, 1000);
      ticks(1);
    }

    assertThat(events.latest()).isEmpty();
  }

  @Test
  void run_afterAMinuteOfRest_tellsThePartitionAgain() {
    ticks(3);
    busiest = null;
    ticks(62);
    busiest = partition(1, 600, 1000);

    ticks(3);

    assertThat(events.latest()).hasSize(2);
  }

  private static Busy partition(int key, double perSecond, double all) {
    return new Busy(
        new WatchedPartition(
            TABLE, true, new Murmur3Partitioner.LongToken(key), Int32Type.instance.decompose(key)),
        perSecond,
        all);
  }

  private void ticks(int number) {
    for (int i = 0; i < number; i++) {
      watch.run();
    }
  }
}
