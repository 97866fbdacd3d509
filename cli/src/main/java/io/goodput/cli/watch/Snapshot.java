package io.goodput.cli.watch;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The view of the cluster at one refresh. Rates are operations per second since the last one. */
public record Snapshot(
    String time,
    List<NodeLine> nodes,
    List<LimitLine> limits,
    List<BusyPartition> hotPartitions,
    List<HeatLine> heat) {

  /** A node. Its figures are null if the node did not report them. */
  public record NodeLine(
      String address,
      String state,
      @Nullable Operations reads,
      @Nullable Operations writes,
      @Nullable Double warmed,
      @Nullable FairShares fairShares) {}

  /**
   * How a node shares its room for requests.
   *
   * @param room how many it may have in flight; null while it is not overloaded
   */
  public record FairShares(int inFlight, @Nullable Integer room, double refusedPerSecond) {}

  /**
   * Operations on users' tables that one node coordinated. Latency is Cassandra's own figure over
   * the last minutes, for the busiest table.
   */
  public record Operations(double perSecond, double p50Ms, double p99Ms, double maxMs) {}

  /** A limit, summed over all nodes. Totals count from the moment at which the limit was set. */
  public record LimitLine(
      @JsonUnwrapped Series series,
      int limit,
      String mode,
      double acceptedPerSecond,
      double rejectedPerSecond,
      double rejectedByCoordinatorPerSecond,
      double rejectedByReplicasPerSecond,
      double wouldRejectPerSecond,
      double coalescedPerSecond,
      double answeredStalePerSecond,
      long accepted,
      long rejected,
      long unstamped) {}

  /**
   * The heat of a node.
   *
   * @param shareWanted fraction of the reads of its partitions that the node should serve, 0 to 1;
   *     null without such reads
   * @param localPerSecond reads that the node coordinated and served itself
   * @param remotePerSecond reads that the node coordinated and other nodes served
   * @param replicaPerSecond reads that the node served
   */
  public record HeatLine(
      String node,
      double hitRate,
      long generation,
      long ageSeconds,
      @Nullable Double shareWanted,
      @Nullable Double shareGiven,
      double localPerSecond,
      double remotePerSecond,
      double replicaPerSecond) {}

  /** Operations of one kind, {@code reads} or {@code writes}, on one table. */
  public record Series(String keyspace, String table, String kind) {

    /** The name of the table with that of its keyspace. */
    public String tableName() {
      return keyspace + "." + table;
    }

    /** Whether the table belongs to users rather than to Cassandra or Goodput. */
    boolean isOnUsersTable() {
      return !keyspace.matches("(goodput|system)(_.*)?");
    }
  }

  /**
   * A row of {@code goodput.hot_partitions}, or a partition's figures merged over all nodes.
   *
   * @param partitionKey null if the node does not know it
   * @param perSecond operations per second, including rejected ones
   * @param wouldRejectPerSecond operations that a limit only observes, but would reject
   * @param coalesced reads that got the answer of another client's read, since the partition is
   *     hot; null in a count of what clients ask coordinators for, limit or not
   * @param answeredStale reads over the limit that got an old answer, since the partition is hot;
   *     null likewise
   * @param bytesPerSecond bytes of the values that clients read or write; null in a count of what
   *     replicas do, and if no node tells it
   * @param inFlight requests of clients in flight, on average over the last seconds; null likewise
   */
  public record BusyPartition(
      @JsonUnwrapped Series series,
      @Nullable String partitionKey,
      String token,
      double perSecond,
      double rejectedPerSecond,
      double wouldRejectPerSecond,
      @Nullable Long coalesced,
      @Nullable Long answeredStale,
      @Nullable Double bytesPerSecond,
      @Nullable Double inFlight) {

    /** Which partition it is. */
    public record Place(Series series, String token) {}

    /** Which partition it is, on any node. */
    public Place place() {
      return new Place(series, token);
    }
  }
}
