package io.goodput.cassandra.hot;

import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.platform.Platform;
import io.goodput.core.time.EventRate;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.metrics.ClientRequestsMetricsHolder;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.SchemaConstants;

/**
 * The operations on users' tables in which this node takes part, each counted once, as partitions
 * are counted: those that it serves as a replica, those that it coordinates for other replicas, and
 * those that limits and overrides reject. Thread-safe.
 */
final class NodeRequests {

  /** The counts of partitions halve in the same time. */
  private static final long HALF_LIFE_NANOS = Nanos.PER_SECOND;

  private final LimitedTables tables;
  private final TimeSource time = TimeSource.system();
  private final EventRate rate =
      EventRate.averaged(HALF_LIFE_NANOS, 0, TimeSource.system().monotonicNanos());

  /** No requests yet. */
  NodeRequests(LimitedTables tables) {
    this.tables = tables;
  }

  /** Brings the rate up to date; called about once a second, by one thread. */
  void tick() {
    rate.sample(total(), time.monotonicNanos());
  }

  /** Operations per second, a moving average over about the last second. */
  double perSecond() {
    return rate.perSecond();
  }

  private long total() {
    long total =
        ClientRequestsMetricsHolder.readMetrics.remoteRequests.getCount()
            + ClientRequestsMetricsHolder.writeMetrics.remoteRequests.getCount();
    for (KeyspaceMetadata metadata : Platform.ofThisNode().distributedKeyspaces()) {
      Keyspace keyspace = Platform.ofThisNode().schema().getKeyspaceInstance(metadata.name);
      if (keyspace != null && !SchemaConstants.isSystemKeyspace(metadata.name)) {
        total +=
            keyspace.metric.readLatency.latency.getCount()
                + keyspace.metric.writeLatency.latency.getCount();
      }
    }
    for (TableLimit limit : tables.counting()) {
      total += limit.rejected().getCount();
    }
    return total;
  }
}
