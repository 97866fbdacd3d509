package io.goodput.cli.top;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is shown at each refresh; all rates are operations a second since the last one. */
record Snapshot(
    String time,
    List<NodeLine> nodes,
    List<LimitLine> limits,
    List<HotLine> hotPartitions,
    List<HeatLine> heat) {

  /**
   * One node; without figures if it did not say anything.
   *
   * @param warmed part of what its cache held before it restarted that has been seen to, 0 to 1
   */
  record NodeLine(
      String address,
      String state,
      @Nullable Operations reads,
      @Nullable Operations writes,
      @Nullable Double warmed) {}

  /**
   * What a node coordinated on users' tables.
   *
   * @param p50Ms latency as Cassandra gives it, which is of the last minutes, for the table that is
   *     used most
   */
  record Operations(double perSecond, double p50Ms, double p99Ms, double maxMs) {}

  /**
   * A limit of all nodes together.
   *
   * @param unstamped operations that replicas served without a word of a coordinator's plug-in,
   *     since the limit was set
   */
  record LimitLine(
      String keyspace,
      String table,
      String kind,
      int limit,
      String mode,
      double acceptedPerSecond,
      double rejectedPerSecond,
      double rejectedByCoordinatorPerSecond,
      double rejectedByReplicasPerSecond,
      double wouldRejectPerSecond,
      long accepted,
      long rejected,
      long unstamped) {}

  /** One of the hottest partitions of the cluster. */
  record HotLine(
      String keyspace,
      String table,
      String kind,
      @Nullable String partitionKey,
      String token,
      double perSecond,
      double rejectedPerSecond) {}

  /**
   * A node whose reads are weighted by heat.
   *
   * @param node its address between nodes
   * @param hitRate of its cache, 0 to 1
   * @param shareWanted the part of the reads of its partitions that it is to take part in, 0 to 1;
   *     null without such reads
   * @param shareGiven the part of them that it has taken part in, whoever coordinated them
   * @param localPerSecond reads of itself that it coordinated
   * @param remotePerSecond reads of others that it coordinated
   * @param replicaPerSecond reads that it served
   */
  record HeatLine(
      String node,
      double hitRate,
      long generation,
      long ageSeconds,
      @Nullable Double shareWanted,
      @Nullable Double shareGiven,
      double localPerSecond,
      double remotePerSecond,
      double replicaPerSecond) {}
}
