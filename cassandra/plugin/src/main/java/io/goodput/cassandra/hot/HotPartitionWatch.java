package io.goodput.cassandra.hot;

import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.watch.WatchedPartition;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells when a partition becomes hot: when it draws at least half of the node's requests, and at
 * least {@value #LEAST_PER_SECOND} per second, for three ticks in a row. For one thread.
 */
final class HotPartitionWatch implements Runnable {

  /**
   * A partition that clients use.
   *
   * @param perSecond requests for it
   * @param allPerSecond requests for all partitions of this node, counted in the same way
   */
  record Busy(WatchedPartition partition, double perSecond, double allPerSecond) {}

  static final int LEAST_PER_SECOND = 100;

  private static final double SHARE = 0.5;
  private static final int TICKS = 3;

  /** Ticks during which a partition that was hot does not become hot again. */
  private static final int MEMORY_TICKS = 60;

  private final Supplier<@Nullable Busy> busiest;
  private final Events events;

  /** The tick at which a partition was hot last. */
  private final Map<WatchedPartition, Integer> hot = new HashMap<>();

  private @Nullable WatchedPartition candidate;
  private int inARow;
  private int ticks;

  /**
   * No partition is hot yet.
   *
   * @param busiest the busiest partition; null if no partition is in use
   */
  HotPartitionWatch(Supplier<@Nullable Busy> busiest, Events events) {
    this.busiest = busiest;
    this.events = events;
  }

  @Override
  public void run() {
    ticks++;
    hot.values().removeIf(last -> ticks - last > MEMORY_TICKS);
    Busy now = busiest.get();
    if (now == null || !isHot(now)) {
      inARow = 0;
      return;
    }
    inARow = now.partition().equals(candidate) ? inARow + 1 : 1;
    candidate = now.partition();
    if (inARow >= TICKS && hot.put(now.partition(), ticks) == null) {
      tell(now.partition());
    }
  }

  private static boolean isHot(Busy busy) {
    return busy.perSecond >= LEAST_PER_SECOND && busy.perSecond >= SHARE * busy.allPerSecond;
  }

  private void tell(WatchedPartition partition) {
    events.addOfPartition(
        EventKind.HOT_PARTITION,
        partition.table(),
        partition.token(),
        partition.key(),
        "became hot: its %s are at least half of all requests of this node"
            .formatted(partition.kind()));
  }
}
