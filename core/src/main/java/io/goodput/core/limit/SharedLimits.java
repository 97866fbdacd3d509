package io.goodput.core.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The busy partitions whose limits this node shares with others, in a table of fixed size.
 *
 * <p>A partition belongs to a set of eight places. It leaves its place when it has no more demand,
 * or when a partition that is twice as busy, relative to its limit, needs the place. A partition
 * without a place is not shared: every node then admits the whole limit by itself.
 *
 * <p>Requests look partitions up, and give them places, without locks. If two threads give the same
 * partition a place at once, all use the first, and the other is free again a second later. One
 * thread calls {@link #tick} and all that concerns reports.
 */
final class SharedLimits {

  private static final int WAYS = 8;

  /** How many times as busy a partition must be to take the place of another. */
  private static final double MUCH_BUSIER = 2;

  /** Returned for a partition that is not shared. */
  static final SharedPartition NONE = new SharedPartition(0, Limit.of(1, 1), 0, 0);

  private static final VarHandle LOAD = MethodHandles.arrayElementVarHandle(double[].class);

  private final AtomicReferenceArray<SharedPartition> places;
  private final int setMask;

  /** By set, the load that a partition without a place must have to get one. */
  private final double[] leastLoads;

  private final Map<Object, Reporter> reporters = new HashMap<>();
  private int ticks;

  /**
   * An empty table.
   *
   * @param partitions how many it can hold, a power of two; each takes about half a KiB once it is
   *     used
   */
  SharedLimits(int partitions) {
    this.places = new AtomicReferenceArray<>(partitions);
    this.setMask = partitions / WAYS - 1;
    this.leastLoads = new double[partitions / WAYS];
  }

  /** The partition; {@link #NONE} if it is not shared. */
  SharedPartition find(long key) {
    int first = setOf(key) * WAYS;
    for (int place = first; place < first + WAYS; place++) {
      SharedPartition partition = places.getAcquire(place);
      if (partition != null && partition.key() == key) {
        return partition;
      }
    }
    return NONE;
  }

  /**
   * Gives a partition that is not shared a place, if its set has one.
   *
   * @param load the demand that is known, as a multiple of the limit
   * @return the partition; {@link #NONE} if it got no place
   */
  SharedPartition share(long now, long key, Limit limit, double load) {
    int set = setOf(key);
    if (load < (double) LOAD.getOpaque(leastLoads, set)) {
      return NONE;
    }
    int chosen = set * WAYS;
    double least = Double.POSITIVE_INFINITY;
    for (int place = chosen; place < (set + 1) * WAYS; place++) {
      SharedPartition holder = places.getAcquire(place);
      double held = holder == null ? -1 : holder.load();
      if (held < least) {
        least = held;
        chosen = place;
      }
    }
    SharedPartition holder = places.getAcquire(chosen);
    if (holder != null && load < MUCH_BUSIER * holder.load()) {
      return NONE;
    }
    SharedPartition partition = new SharedPartition(key, limit, now, load);
    if (!places.compareAndSet(chosen, holder, partition)) {
      return NONE;
    }
    if (holder != null) {
      holder.leave();
    }
    return partition;
  }

  /** The number of partitions that are shared now. */
  int size() {
    int size = 0;
    for (int place = 0; place < places.length(); place++) {
      if (places.getAcquire(place) != null) {
        size++;
      }
    }
    return size;
  }

  /** Takes another node's report, which replaces its report before. */
  void take(long now, DemandReport report) {
    Reporter reporter = reporters.computeIfAbsent(report.node(), added -> new Reporter());
    reporter.begin(ticks + report.lifetime());
    for (PartitionDemand demand : report.demands()) {
      SharedPartition partition = find(demand.key());
      if (partition == NONE) {
        partition = share(now, demand.key(), demand.limit(), demand.load());
      }
      if (partition != NONE) {
        reporter.add(partition, demand, ticks);
      }
    }
  }

  /**
   * Updates this node's part of each limit.
   *
   * @return this node's demands that are worth reporting to other nodes
   */
  List<PartitionDemand> tick(long now) {
    ticks++;
    reporters.values().removeIf(reporter -> !reporter.tick(ticks));
    List<PartitionDemand> demands = new ArrayList<>();
    for (int set = 0; set <= setMask; set++) {
      double least = Double.POSITIVE_INFINITY;
      for (int place = set * WAYS; place < (set + 1) * WAYS; place++) {
        SharedPartition partition = places.getAcquire(place);
        if (partition == null) {
          least = 0;
          continue;
        }
        if (!partition.tick(now)) {
          places.compareAndSet(place, partition, null);
          partition.leave();
          least = 0;
          continue;
        }
        least = Math.min(least, MUCH_BUSIER * partition.load());
        if (partition.reportedDemand() > 0) {
          demands.add(partition.demand(partition.others()));
        }
      }
      LOAD.setOpaque(leastLoads, set, least);
    }
    return demands;
  }

  /** The nodes that have recently reported. */
  Set<Object> reporters() {
    return Set.copyOf(reporters.keySet());
  }

  /** What a node has recently reported and still has demand, with the demand of all others. */
  List<PartitionDemand> relayed(Object node) {
    Reporter reporter = reporters.get(node);
    return reporter == null ? List.of() : reporter.relayed();
  }

  private int setOf(long key) {
    return (int) (key >>> 32) & setMask;
  }
}
