package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.table.HashedEntries;
import java.util.List;
import org.apache.cassandra.dht.Token;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts about requests on partitions over their limits, with answers that tell the rates of
 * the partitions.
 *
 * <p>The table has a fixed size. A partition that finds no place gets the answer of its limit,
 * without a rate. Thread-safe and lock-free; allocates only when requests on a partition begin to
 * be rejected, and once a second for each such partition.
 */
public final class PartitionRejections {

  static final int PLACES = 512;

  /** A partition that is not rejected for as many seconds loses its place. */
  private static final int IDLE_SECONDS = 3;

  private final PartitionLimits limits;
  private final HashedEntries<Rejected> table = new HashedEntries<>(PLACES);

  /** No rejections yet. */
  public PartitionRejections(PartitionLimits limits) {
    this.limits = limits;
  }

  /** The verdict about a read on one partition, whose limit keeps its group from reading. */
  public LimitRejection ofRead(TableLimit limit, Token partition) {
    return byCoordinator(limit, partition, true, limits.now(), List.of(), List.of());
  }

  /**
   * The verdict of this node.
   *
   * @param mayKnowRate whether the client may learn the rate of the partition
   * @param others the limits of the other partitions of the request
   * @param alsoOver the keys of those of them that are over their limits
   */
  LimitRejection byCoordinator(
      TableLimit limit,
      Token partition,
      boolean mayKnowRate,
      long now,
      List<TableLimit> others,
      List<Long> alsoOver) {
    return new LimitRejection(
        limits,
        limit,
        limit.counterOf(partition),
        now,
        others,
        alsoOver,
        mayKnowRate ? answer(limit, partition, false) : limit.rejection(false));
  }

  /** The verdict of the replicas about a request on one partition. */
  LimitRejection byReplicas(TableLimit limit, Token partition, boolean mayKnowRate) {
    return new LimitRejection(
        limits,
        limit,
        limit.counterOf(partition),
        limits.now(),
        List.of(),
        List.of(),
        mayKnowRate ? answer(limit, partition, true) : limit.rejection(true));
  }

  /** What a client gets whose request on a partition is rejected. */
  RateLimitReachedException answer(TableLimit limit, Token partition, boolean isByReplicas) {
    long counter = limit.counterOf(partition);
    long hash = isByReplicas ? ~counter : counter;
    Rejected known = table.find(hash);
    if (known == null && table.hasRoom(hash)) {
      Rejected added = new Rejected(hash, limit, counter, isByReplicas, rate(limit, counter));
      known = table.add(added);
    }
    RateLimitReachedException answer = known == null ? null : known.answer(limit);
    return answer == null ? limit.rejection(isByReplicas) : answer;
  }

  /**
   * What clients want of the partition, as whole operations per second, at least one. Unknown while
   * it is below the limit, as in the first second of a flood: it would not explain the rejection.
   */
  private long rate(TableLimit limit, long counter) {
    long rate = Math.max(1, Math.round(limits.demandPerSecond(counter, limit.limit())));
    return rate < limit.perSecond() ? RateLimitReachedException.UNKNOWN : rate;
  }

  /** Brings the rates up to date; called about once a second, by one thread. */
  void refresh() {
    table.removeIf(known -> !known.refresh());
  }

  /** A partition of which requests are rejected. */
  private final class Rejected implements HashedEntries.Entry {

    private final long hash;
    private final TableLimit limit;
    private final long counter;
    private final boolean isByReplicas;
    private volatile RateLimitReachedException answer;
    private volatile boolean isUsed = true;
    private int idleSeconds;

    Rejected(long hash, TableLimit limit, long counter, boolean isByReplicas, long rate) {
      this.hash = hash;
      this.limit = limit;
      this.counter = counter;
      this.isByReplicas = isByReplicas;
      this.answer = new RateLimitReachedException(limit, isByReplicas, rate);
    }

    @Override
    public long hash() {
      return hash;
    }

    /** The answer; null if the limit has changed since. */
    @SuppressWarnings("ReferenceEquality") // a table has one limit until it has none
    @Nullable RateLimitReachedException answer(TableLimit wanted) {
      RateLimitReachedException made = answer;
      if (limit != wanted || !made.isCurrent()) {
        return null;
      }
      if (!isUsed) {
        isUsed = true;
      }
      return made;
    }

    /** Ends a second. Returns false if nothing has been rejected for a while. */
    boolean refresh() {
      if (!isUsed) {
        return ++idleSeconds < IDLE_SECONDS;
      }
      isUsed = false;
      idleSeconds = 0;
      answer = new RateLimitReachedException(limit, isByReplicas, rate(limit, counter));
      return true;
    }
  }
}
