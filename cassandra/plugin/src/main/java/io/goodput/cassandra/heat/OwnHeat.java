package io.goodput.cassandra.heat;

import io.goodput.core.heat.FillRatio;
import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.HitRateAverage;
import io.goodput.core.time.EventRate;
import io.goodput.core.time.TimeSource;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.metrics.ClientRequestsMetricsHolder;
import org.apache.cassandra.schema.SchemaConstants;
import org.jspecify.annotations.Nullable;

/** What this node reports about itself. Thread-safe. */
final class OwnHeat {

  /** A younger report is sent again unchanged. */
  private static final long MIN_INTERVAL_NANOS = 50_000_000L;

  private final HeatSource source;
  private final LocalNodes nodes;
  private final long startedNanos;
  private HitRateAverage hitRate;
  private final FillRatio fillRatio;
  private final EventRate coordinated;
  private long reportedNanos;
  private @Nullable NodeReport last;

  OwnHeat(HeatSource source, LocalNodes nodes) {
    this.source = source;
    this.nodes = nodes;
    this.startedNanos = TimeSource.system().monotonicNanos();
    this.hitRate = new HitRateAverage(source.hits(), source.reads(), startedNanos);
    this.fillRatio = new FillRatio(source.fills(), source.reads(), startedNanos);
    this.coordinated =
        EventRate.averaged(HeatReport.RATE_HALF_LIFE_NANOS, coordinatedReads(), startedNanos);
  }

  /** A report at most 50 ms old; null while gossip does not know this node. */
  synchronized @Nullable NodeReport report() {
    long now = TimeSource.system().monotonicNanos();
    NodeReport latest = last;
    if (latest != null && now - reportedNanos < MIN_INTERVAL_NANOS) {
      return latest;
    }
    LocalNode self = nodes.self();
    Integer generation = LocalNodes.generation(self);
    if (generation == null) {
      return null;
    }
    long reads = source.reads();
    long replicaReads = replicaReads();
    if (replicaReads == 0) {
      // A starting node looks up its own tables, which would make it look warm.
      hitRate = new HitRateAverage(source.hits(), reads, now);
    }
    hitRate.sample(source.hits(), reads, now);
    fillRatio.sample(source.fills(), reads, now);
    coordinated.sample(coordinatedReads(), now);
    long local = self.reads().sum();
    latest =
        new NodeReport(
            new HeatReport(
                generation,
                now - startedNanos,
                reads,
                hitRate.hitRate(),
                coordinated.perSecond(),
                fillRatio.ratio()),
            local,
            nodes.drawnReads() - local,
            replicaReads);
    last = latest;
    reportedNanos = now;
    return latest;
  }

  /** Reads that this node coordinated and also served, as Cassandra counts them. */
  private static long coordinatedReads() {
    return ClientRequestsMetricsHolder.readMetrics.localRequests.getCount();
  }

  private static long replicaReads() {
    long reads = 0;
    for (Keyspace keyspace : Keyspace.all()) {
      if (!SchemaConstants.isSystemKeyspace(keyspace.getName())) {
        reads += keyspace.metric.readLatency.latency.getCount();
      }
    }
    return reads;
  }
}
