package io.goodput.cassandra.limit;

import io.goodput.cassandra.request.Rejection;
import io.goodput.core.limit.PartitionLimits;
import java.util.List;

/** The verdict about a request over a limit. Immutable. */
public final class LimitRejection extends Rejection {

  private final PartitionLimits limits;
  private final TableLimit limit;
  private final long counter;
  private final long now;
  private final List<TableLimit> others;
  private final List<Long> alsoOver;
  private final boolean isByReplicas;

  /**
   * A rejection.
   *
   * @param limits count it for its partition
   * @param limit the limit that is reached
   * @param counter the key under which the partition is counted
   * @param now when it was decided, in monotonic nanoseconds
   * @param others the limits of the other partitions of the request
   * @param alsoOver the keys of those of them that are over their limits
   */
  LimitRejection(
      PartitionLimits limits,
      TableLimit limit,
      long counter,
      long now,
      List<TableLimit> others,
      List<Long> alsoOver,
      RateLimitReachedException answer) {
    super(answer);
    this.limits = limits;
    this.limit = limit;
    this.counter = counter;
    this.now = now;
    this.others = others;
    this.alsoOver = alsoOver;
    this.isByReplicas = answer.isByReplicas();
  }

  @Override
  public void count() {
    if (isByReplicas) {
      limit.rejectedByReplicas().inc();
      return;
    }
    limit.rejected().inc();
    limits.countRejection(now, counter);
    for (int i = 0; i < others.size(); i++) {
      others.get(i).rejected().inc();
    }
    for (int i = 0; i < alsoOver.size(); i++) {
      limits.countRejection(now, alsoOver.get(i));
    }
  }
}
