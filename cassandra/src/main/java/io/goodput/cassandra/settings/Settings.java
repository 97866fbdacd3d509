package io.goodput.cassandra.settings;

import io.goodput.cassandra.deadline.RequestKind;
import io.goodput.core.limit.PartitionCounters;
import java.time.Duration;
import java.util.Map;

/**
 * What an operator can choose. {@code goodput.sample.yaml} explains each.
 *
 * @param enforceLimits whether requests over their limit are refused; if not, none is counted
 * @param partitionCounters entries of the table of counters, a power of two
 * @param hotPartitions rows of the virtual table {@code hot_partitions}
 * @param queryHandler class of the query handler to wrap; empty for Cassandra's own
 * @param dropLateRequests whether requests are dropped that have waited for too long in the node's
 *     queue
 * @param patience how long clients wait for requests, where that is not the server's own time-out
 * @param paceWrites whether writes are refused that memtables have no room for
 * @param stacklessFailures whether Cassandra's time-outs, overloads and failures are made without
 *     stack traces
 * @param heatWeightedReads whether point reads are spread over the replicas by their heat
 * @param warmAfterRestart whether the chunk cache is filled in the background after a restart
 * @param warmBeforeJoining for how long a node whose reads are weighted may fill its cache before
 *     it tells the others that it is up; zero to tell them at once
 * @param warmChunksPerSecond chunks that are read for that, at most
 */
public record Settings(
    boolean enforceLimits,
    int partitionCounters,
    int hotPartitions,
    String queryHandler,
    boolean dropLateRequests,
    Map<RequestKind, Duration> patience,
    boolean paceWrites,
    boolean stacklessFailures,
    boolean heatWeightedReads,
    boolean warmAfterRestart,
    Duration warmBeforeJoining,
    int warmChunksPerSecond) {

  /** Those of a node without a settings file. */
  public static final Settings DEFAULT =
      new Settings(
          true,
          PartitionCounters.DEFAULT_ENTRIES,
          100,
          "",
          true,
          Map.of(),
          false,
          true,
          false,
          true,
          Duration.ofSeconds(15),
          2000);

  /** Copies the map. */
  public Settings {
    patience = Map.copyOf(patience);
  }
}
