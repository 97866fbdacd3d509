package io.goodput.cassandra.event;

import io.goodput.cassandra.limit.PartitionNames;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells when a partition becomes hot: when it draws at least half of the node's requests, and at
 * least {@value #LEAST_PER_SECOND} per second, for three ticks in a row. For one thread.
 */
final class HotPartitionWatch {

  static final int LEAST_PER_SECOND = 100;

  private static final double SHARE = 0.5;
  private static final int TICKS = 3;

  /** A partition that was hot within so many ticks does not become hot again. */
  private static final int MEMORY_TICKS = 60;

  private final Supplier<PartitionNames.@Nullable Name> busiest;
  private final LongToDoubleFunction rates;
  private final DoubleSupplier requests;
  private final Events events;

  /** By counter, the tick at which a partition was hot last. */
  private final Map<Long, Integer> hot = new HashMap<>();

  private long candidate;
  private int inARow;
  private int ticks;

  /**
   * No partition is hot yet.
   *
   * @param busiest the partition with the most requests; null if there is none
   * @param rates the operations per second of a partition, by its counter
   * @param requests that the node has to do with, per second
   */
  HotPartitionWatch(
      Supplier<PartitionNames.@Nullable Name> busiest,
      LongToDoubleFunction rates,
      DoubleSupplier requests,
      Events events) {
    this.busiest = busiest;
    this.rates = rates;
    this.requests = requests;
    this.events = events;
  }

  void tick() {
    ticks++;
    hot.values().removeIf(last -> ticks - last > MEMORY_TICKS);
    PartitionNames.Name now = busiest.get();
    if (now == null || !isHot(now)) {
      inARow = 0;
      return;
    }
    inARow = now.counter() == candidate ? inARow + 1 : 1;
    candidate = now.counter();
    if (inARow >= TICKS && hot.put(candidate, ticks) == null) {
      tell(now);
    }
  }

  private boolean isHot(PartitionNames.Name partition) {
    double rate = rates.applyAsDouble(partition.counter());
    return rate >= LEAST_PER_SECOND && rate >= SHARE * requests.getAsDouble();
  }

  private void tell(PartitionNames.Name partition) {
    events.addOfPartition(
        EventKind.HOT_PARTITION,
        partition.limit().table(),
        partition.token(),
        partition.key(),
        "became hot: its %s are at least half of all requests of this node"
            .formatted(partition.limit().operation()));
  }
}
