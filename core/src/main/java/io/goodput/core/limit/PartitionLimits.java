package io.goodput.core.limit;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.SecondWindows;
import io.goodput.core.time.TimeSource;
import java.util.List;

/**
 * Decides on one node which operations on a partition to admit, so that all nodes together admit
 * the limit of the partition.
 *
 * <p>A replica of the partition decides alone on the requests that it coordinates: {@link #admit}.
 * Other nodes pass their requests on with a random number ({@link #passOn}), and the replicas
 * decide with that number: {@link #admitJointly}. Requests that replicas cannot decide on are
 * admitted by their coordinator, replica or not. Twenty times per second, independently of
 * requests, each node reports its demand for each busy partition to the replicas ({@link #tick},
 * {@link #report}), and the replicas report the demand of all others back; every part of the demand
 * is then admitted with the same probability.
 *
 * <p>Thread-safe; decisions take no lock. The random number of a request is uniform in [0, 1).
 */
public final class PartitionLimits {

  /** Time between two ticks, in nanoseconds. */
  public static final long TICK_NANOS = 50 * Nanos.PER_MILLI;

  /** How many busy partitions a node shares with others at a time. */
  public static final int SHARED_PARTITIONS = 1024;

  private final TimeSource time;
  private final SecondWindows windows;
  private final PartitionCounters counters;
  private final SharedLimits shared = new SharedLimits(SHARED_PARTITIONS);

  /** Limits that use these counters and this clock. */
  public PartitionLimits(TimeSource time, PartitionCounters counters) {
    this.time = time;
    this.windows = new SecondWindows(time);
    this.counters = counters;
  }

  /** The time of a request in monotonic nanoseconds; callers read it once per request. */
  public long now() {
    return time.monotonicNanos();
  }

  /** Decides on an operation that this node coordinates. */
  public boolean admit(long now, long key, Limit limit, double random) {
    int window = windows.at(now);
    if (limit.perSecond() == 0) {
      counters.reject(window, key);
      return false;
    }
    SharedPartition partition = shared.find(key);
    Pace pace = partition == SharedLimits.NONE ? limit.alone() : partition.coordinate(limit);
    boolean admitted = counters.admit(window, now, key, pace, random);
    if (partition == SharedLimits.NONE) {
      shareIfBusy(window, now, key, limit);
    }
    return admitted;
  }

  /** Decides, as one of the replicas, on an operation that another node coordinates. */
  public boolean admitJointly(long now, long key, Limit limit, double random) {
    int window = windows.at(now);
    SharedPartition partition = shared.find(key);
    if (partition == SharedLimits.NONE) {
      boolean admitted = counters.admit(window, key, limit.perSecond(), random);
      shareIfBusy(window, now, key, limit);
      return admitted;
    }
    if (limit.perSecond() == 0 || !partition.admitJointly(limit, now, random)) {
      counters.reject(window, key);
      return false;
    }
    counters.account(window, key);
    return true;
  }

  /** Counts an operation that this node coordinates, and on which the replicas decide. */
  public void passOn(long now, long key, Limit limit) {
    int window = windows.at(now);
    counters.account(window, key);
    SharedPartition partition = shared.find(key);
    if (partition == SharedLimits.NONE) {
      shareIfBusy(window, now, key, limit);
    } else {
      Pace unused = partition.coordinate(limit);
    }
  }

  /** Counts, as a replica, an operation that its coordinator has admitted. */
  public void account(long now, long key) {
    counters.account(windows.at(now), key);
  }

  private void shareIfBusy(int window, long now, long key, Limit limit) {
    if (limit.isWorthSharing((double) counters.count(window, key))) {
      shared.share(now, key, limit);
    }
  }

  /**
   * Takes another node's demand for a partition.
   *
   * @param key under which this node counts the partition
   * @param perSecond operations per second that the other node coordinates
   * @param others operations per second that all nodes but this one coordinate, as far as the other
   *     node knows; 0 if this node is a replica, because it hears of each of them itself
   */
  public void report(long key, Limit limit, Object node, double perSecond, double others) {
    shared.report(time.monotonicNanos(), key, limit, node, perSecond, others);
  }

  /**
   * Updates this node's part of each limit. One thread must call this every {@link #TICK_NANOS}.
   *
   * @return the demands to report: to the replicas if this node has its own demand, and to the
   *     nodes that have reported theirs
   */
  public List<PartitionDemand> tick() {
    return shared.tick(time.monotonicNanos());
  }

  /** Operations that were admitted without being counted, because the table had no entry left. */
  public long withoutEntry() {
    return counters.withoutEntry();
  }

  /** The busiest partitions, busiest first. */
  public List<PartitionRate> hottest(int atMost) {
    return counters.hottest(windows.current(), windows.elapsedSeconds(), atMost);
  }

  /** The decaying count of a partition. */
  public long count(long now, long key) {
    return counters.count(windows.at(now), key);
  }
}
