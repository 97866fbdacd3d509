package io.goodput.cassandra.limit;

import io.goodput.core.limit.PartitionLimits;
import java.util.List;
import org.apache.cassandra.dht.Token;

/** Makes the verdicts about requests over their limits. Thread-safe. */
public record LimitVerdicts(PartitionLimits limits, PartitionRejections answers) {

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
        mayKnowRate ? answers.byCoordinator(limit, partition) : limit.rejection(false));
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
        mayKnowRate ? answers.byReplicas(limit, partition) : limit.rejection(true));
  }
}
