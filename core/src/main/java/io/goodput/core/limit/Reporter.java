package io.goodput.core.limit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What another node has reported: its present demands, and the partitions that it has recently
 * named, because a node that gets few requests still needs to know the demand of the others when
 * the next one comes. Not thread-safe.
 */
final class Reporter {

  /** Ticks for which a node is told the demand for a partition that it has named. */
  private static final int TICKS_INTERESTED = 30 * PartitionLimits.TICKS_PER_SECOND;

  private static final int MAX_INTERESTS = 2 * PartitionLimits.SHARED_PARTITIONS;

  private final Map<Long, Interest> interests = new HashMap<>();
  private int lastTick;

  /** Begins a report that counts until, and including, a tick. */
  void begin(int last) {
    lastTick = last;
    forgetDemands();
  }

  /** Takes a demand of the report that has begun. */
  void add(SharedPartition partition, PartitionDemand demand, int tick) {
    if (interests.size() >= MAX_INTERESTS) {
      interests.values().removeIf(interest -> interest.tick < tick);
    }
    Interest interest = interests.computeIfAbsent(partition.key(), added -> new Interest());
    interest.partition = partition;
    interest.perSecond = demand.perSecond();
    interest.others = demand.others();
    interest.tick = tick;
  }

  /** Tells the partitions their demand; false if there is nothing left to remember. */
  boolean tick(int tick) {
    if (tick > lastTick) {
      forgetDemands();
    }
    interests
        .values()
        .removeIf(
            interest -> interest.partition.hasLeft() || tick - interest.tick > TICKS_INTERESTED);
    for (Interest interest : interests.values()) {
      interest.partition.hear(interest.perSecond, interest.others);
    }
    return !interests.isEmpty();
  }

  private void forgetDemands() {
    for (Interest interest : interests.values()) {
      interest.perSecond = 0;
      interest.others = 0;
    }
  }

  /** The partitions that still have demand, with the demand of all nodes but this one. */
  List<PartitionDemand> relayed() {
    List<PartitionDemand> relayed = new ArrayList<>(interests.size());
    for (Interest interest : interests.values()) {
      double others = Math.max(0, interest.partition.others() - interest.perSecond);
      PartitionDemand demand = interest.partition.demand(others);
      if (demand.perSecond() + others > 0) {
        relayed.add(demand);
      }
    }
    return relayed;
  }

  private static final class Interest {
    private SharedPartition partition = SharedLimits.NONE;
    private double perSecond;
    private double others;
    private int tick;
  }
}
