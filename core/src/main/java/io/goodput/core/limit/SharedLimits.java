package io.goodput.core.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The busy partitions whose limits this node shares with others, in a table of fixed size.
 *
 * <p>A partition without demand leaves the table. A partition that finds no place in its set is not
 * shared: every node then admits the whole limit by itself.
 *
 * <p>Thread-safe. Requests look partitions up without locks; one thread calls {@link #tick}.
 */
final class SharedLimits {

  private static final int WAYS = 8;

  /** Returned for a partition that is not shared. */
  static final SharedPartition NONE = new SharedPartition(0, Limit.of(1, 1), 0);

  private final AtomicReferenceArray<SharedPartition> places;
  private final int setMask;

  /**
   * An empty table.
   *
   * @param partitions how many it can hold, a power of two; each takes about half a KiB once it is
   *     used
   */
  SharedLimits(int partitions) {
    this.places = new AtomicReferenceArray<>(partitions);
    this.setMask = partitions / WAYS - 1;
  }

  /** The partition; {@link #NONE} if it is not shared. */
  SharedPartition find(long key) {
    int set = setOf(key);
    for (int place = set; place < set + WAYS; place++) {
      SharedPartition partition = places.getAcquire(place);
      if (partition != null && partition.key() == key) {
        return partition;
      }
    }
    return NONE;
  }

  /** Gives the partition a place, if it has none and its set has one left. */
  void share(long now, long key, Limit limit) {
    if (hasPlaceIn(setOf(key))) {
      take(now, key, limit);
    }
  }

  private boolean hasPlaceIn(int set) {
    for (int place = set; place < set + WAYS; place++) {
      if (places.getAcquire(place) == null) {
        return true;
      }
    }
    return false;
  }

  private synchronized void take(long now, long key, Limit limit) {
    int free = -1;
    for (int place = setOf(key); place < setOf(key) + WAYS; place++) {
      SharedPartition partition = places.getPlain(place);
      if (partition == null) {
        free = place;
      } else if (partition.key() == key) {
        return;
      }
    }
    if (free >= 0) {
      places.setRelease(free, new SharedPartition(key, limit, now));
    }
  }

  /** Takes another node's demand. */
  void report(long now, long key, Limit limit, Object node, double perSecond, double others) {
    share(now, key, limit);
    SharedPartition partition = find(key);
    if (partition != NONE) {
      partition.report(node, perSecond, others);
    }
  }

  /**
   * Updates this node's part of each limit.
   *
   * @return the demands that are worth reporting to other nodes
   */
  synchronized List<PartitionDemand> tick(long now) {
    List<PartitionDemand> demands = new ArrayList<>();
    for (int place = 0; place < places.length(); place++) {
      SharedPartition partition = places.getPlain(place);
      if (partition == null) {
        continue;
      }
      if (!partition.tick(now)) {
        places.setRelease(place, null);
      } else if (partition.isWorthSharing()) {
        demands.add(partition.demand());
      }
    }
    return demands;
  }

  private int setOf(long key) {
    return ((int) (key >>> 32) & setMask) * WAYS;
  }
}
