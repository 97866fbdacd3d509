package io.goodput.core.limit;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.SecondWindows;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.Set;

/**
 * Decides on one node which operations on a partition to admit, so that all nodes together admit
 * the limit of the partition.
 *
 * <p>A replica of the partition decides alone on the requests that it coordinates: {@link #admit}.
 * Other nodes pass their requests on with a random number ({@link #passOn}), and the replicas
 * decide with that number: {@link #admitJointly}. Requests that replicas cannot decide on are
 * admitted by their coordinator, replica or not. Independently of requests, each node reports its
 * demand for each busy partition to the replicas ({@link #tick}, {@link #take}), and the replicas
 * report the demand of all others back ({@link #relayed}); every part of the demand is then
 * admitted with the same probability. {@link ReportSchedule} says when.
 *
 * <p>Thread-safe; decisions take no lock. The random number of a request is uniform in [0, 1).
 */
public final class PartitionLimits {

  /** Ticks per second. */
  static final int TICKS_PER_SECOND = 20;

  /** Time between two ticks, in nanoseconds. */
  public static final long TICK_NANOS = Nanos.PER_SECOND / TICKS_PER_SECOND;

  /** How many busy partitions a node shares with others at a time. */
  public static final int SHARED_PARTITIONS = 1024;

  /** Learns what a second has brought. */
  public interface SecondVisitor {

    /**
     * Called for each partition that was used in the second.
     *
     * @param key the key under which the partition is counted, see {@link PartitionKeys}
     * @param operations on it in that second, rejected ones included, 1 or more
     */
    void visit(long key, long operations);
  }

  /** A random number with which the allowance alone decides. */
  private static final double LUCKIEST = 0;

  private final TimeSource time;
  private final SecondWindows windows;
  private final PartitionCounters counters;
  private final FinishedSeconds seconds;

  /** Four times as many places, so that hardly any set of places overflows. */
  private final SharedLimits shared = new SharedLimits(4 * SHARED_PARTITIONS);

  /** Limits that use these counters and this clock. */
  public PartitionLimits(TimeSource time, PartitionCounters counters) {
    this.time = time;
    this.windows = new SecondWindows(time);
    this.counters = counters;
    this.seconds = new FinishedSeconds(counters);
  }

  /** The time of a request in monotonic nanoseconds; callers read it once per request. */
  public long now() {
    return time.monotonicNanos();
  }

  /** Decides on an operation that this node coordinates. */
  public boolean admit(long now, long key, Limit limit, double random) {
    int window = windows.at(now);
    if (limit.perSecond() == 0) {
      counters.account(window, key);
      return false;
    }
    SharedPartition partition = findOrShare(window, now, key, limit);
    Pace pace = partition == SharedLimits.NONE ? limit.alone() : partition.coordinate(limit);
    return counters.admit(window, now, key, pace, random);
  }

  /**
   * Decides on an operation that many wait for, and that comes back until it is admitted. The
   * allowance alone decides, without chance. So the time between two admissions hardly exceeds what
   * this node's part of the limit allows, and such operations come before those that {@link #admit}
   * decides on. While they are refused, this node asks the others for one per second.
   */
  public boolean admitInTurn(long now, long key, Limit limit) {
    int window = windows.at(now);
    if (limit.perSecond() == 0) {
      counters.account(window, key);
      return false;
    }
    SharedPartition partition = findOrShare(window, now, key, limit);
    if (partition == SharedLimits.NONE) {
      return counters.admit(window, now, key, limit.alone(), LUCKIEST);
    }
    Pace pace = partition.coordinateInTurn(limit);
    boolean admitted = counters.admit(window, now, key, pace, LUCKIEST);
    if (!admitted) {
      partition.refuseGroup();
    }
    return admitted;
  }

  /** Decides, as one of the replicas, on an operation that another node coordinates. */
  public boolean admitJointly(long now, long key, Limit limit, double random) {
    int window = windows.at(now);
    SharedPartition partition = findOrShare(window, now, key, limit);
    if (partition == SharedLimits.NONE) {
      return counters.admit(window, key, limit.perSecond(), random);
    }
    if (limit.perSecond() == 0 || !partition.admitJointly(limit, now, random)) {
      counters.account(window, key);
      return false;
    }
    counters.account(window, key);
    return true;
  }

  /** Counts an operation that this node coordinates, and on which the replicas decide. */
  public void passOn(long now, long key, Limit limit) {
    int window = windows.at(now);
    SharedPartition partition = findOrShare(window, now, key, limit);
    counters.account(window, key);
    if (partition != SharedLimits.NONE) {
      Pace unused = partition.coordinate(limit);
    }
  }

  /** Counts the rejection of an operation that was decided on, once its client is answered. */
  public void countRejection(long now, long key) {
    counters.countRejection(windows.at(now), key);
  }

  /** Counts, as a replica, an operation that its coordinator has admitted. */
  public void account(long now, long key) {
    counters.account(windows.at(now), key);
  }

  /** The shared partition on which an operation is about to be counted. */
  private SharedPartition findOrShare(int window, long now, long key, Limit limit) {
    SharedPartition partition = shared.find(key);
    if (partition != SharedLimits.NONE) {
      return partition;
    }
    double count = counters.count(window, key) + 1;
    return limit.isWorthSharing(count)
        ? shared.share(now, key, limit, limit.load(count))
        : SharedLimits.NONE;
  }

  /** Takes another node's report; called by the thread that calls {@link #tick}. */
  public void take(DemandReport report) {
    shared.take(time.monotonicNanos(), report);
  }

  /**
   * Updates this node's part of each limit. One thread must call this every {@link #TICK_NANOS}.
   *
   * @return the demands that this node reports to the replicas
   */
  public List<PartitionDemand> tick() {
    return shared.tick(time.monotonicNanos());
  }

  /** The nodes that have recently reported; called by the thread that calls {@link #tick}. */
  public Set<Object> reporters() {
    return shared.reporters();
  }

  /**
   * The partitions that a node has recently reported, with the demand of all nodes but that one. A
   * replica sends them to each node that is no replica of them. Called by the thread that calls
   * {@link #tick}.
   */
  public List<PartitionDemand> relayed(Object node) {
    return shared.relayed(node);
  }

  /** Operations that were admitted without being counted, because the table had no entry left. */
  public long withoutEntry() {
    return counters.withoutEntry();
  }

  /** Busy partitions that this node shares with others now. Any thread may call this. */
  public int shared() {
    return shared.size();
  }

  /** The busiest partitions, busiest first. */
  public List<PartitionRate> hottest(int atMost) {
    return counters.hottest(windows.current(), windows.elapsedSeconds(), atMost);
  }

  /**
   * Tells what the second that has ended since the last call has brought to each partition. One
   * thread calls this when a second has ended; if it is late by a second or more, seconds are left
   * out. It looks at 2^18 partitions at most, a random sample if there are more.
   *
   * @return whether a second has ended, and was not left out
   */
  public boolean endSecond(SecondVisitor second) {
    return seconds.sweep(windows.current(), windows::elapsedSeconds, second);
  }

  /** Nanoseconds until the second ends for the counters; at least a hundredth of a second. */
  public long nanosToEndOfSecond() {
    return Math.max(Nanos.PER_SECOND / 100, windows.nanosToEnd());
  }

  /** Whether a second has ended since {@link #endSecond}; for the thread that calls that. */
  public boolean hasSecondEnded() {
    return seconds.isDue(windows.current());
  }

  /** Operations on a partition per second, rejected ones included. */
  public double perSecond(long key) {
    return counters.count(windows.current(), key) / (1 + windows.elapsedSeconds());
  }

  /**
   * Operations on a partition per second, rejected ones included: on all nodes as far as this one
   * knows, if it shares the limit with others; else on this node.
   */
  public double demandPerSecond(long key, Limit limit) {
    SharedPartition partition = shared.find(key);
    double known = partition == SharedLimits.NONE ? 0 : limit.demand(partition.load());
    return Math.max(perSecond(key), known);
  }

  /** The decaying count of a partition. */
  public long count(long now, long key) {
    return counters.count(windows.at(now), key);
  }
}
