package io.goodput.cassandra.limit;

import static java.lang.Double.NaN;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import io.goodput.cassandra.view.Metrics;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics of each limit, from the moment it is set until it is removed. There are metrics for
 * at most {@value #MOST_LIMITS} limits; those that are set later have none. One thread at a time
 * may call it.
 */
public final class LimitMetrics implements LimitedTables.Listener {

  /** Cassandra itself has more metrics for each table than this for each limit. */
  static final int MOST_LIMITS = 1_000;

  private static final Logger logger = LoggerFactory.getLogger(LimitMetrics.class);

  private final Metrics metrics;
  private final Set<TableLimit> shown = new HashSet<>();
  private boolean isFull;

  /** Metrics of limits, none yet. */
  public LimitMetrics(Metrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void limited(TableLimit limit) {
    if (shown.size() < MOST_LIMITS && shown.add(limit)) {
      forEach(limit, metrics::register);
    } else if (!shown.contains(limit) && !isFull) {
      isFull = true;
      logger.warn(
          "More than {} limits are set; those that were set last have no metrics", MOST_LIMITS);
    }
  }

  @Override
  public void unlimited(TableLimit limit) {
    if (shown.remove(limit)) {
      forEach(limit, (name, metric) -> metrics.remove(name));
    }
  }

  private static void forEach(TableLimit limit, BiConsumer<MetricName, Metric> each) {
    add(each, limit, "Accepted", limit.accepted());
    add(each, limit, "Rejected", limit.rejected());
    add(each, limit, "RejectedByReplicas", limit.rejectedByReplicas());
    add(each, limit, "WouldReject", limit.wouldReject());
    add(each, limit, "Unstamped", limit.unstamped());
    if (limit.operation() == Operation.READS) {
      add(each, limit, "Coalesced", limit.coalesced());
      add(each, limit, "AnsweredStale", limit.stale());
    }
    add(each, limit, "Enforced", (Gauge<Integer>) () -> limit.isEnforced() ? 1 : 0);
    add(each, limit, "MaxPerSecond", (Gauge<Long>) limit::perSecond);
    add(each, limit, "AcceptedPerSecond", (Gauge<Double>) limit::acceptedPerSecond);
    add(each, limit, "RejectedPerSecond", (Gauge<Double>) limit::rejectedPerSecond);
    add(each, limit, "PeakPerSecond", (Gauge<Integer>) () -> limit.peaks().highest());
    add(each, limit, "ProposedPerSecond", (Gauge<Double>) () -> proposed(limit));
  }

  /** Not a number as long as there is no proposal. */
  private static double proposed(TableLimit limit) {
    return limit.peaks().proposal().map(proposal -> (double) proposal.perSecond()).orElse(NaN);
  }

  private static void add(
      BiConsumer<MetricName, Metric> each, TableLimit limit, String name, Metric metric) {
    String operation = limit.operation() == Operation.READS ? "Reads" : "Writes";
    each.accept(Metrics.ofTable(limit.table(), operation + name), metric);
  }
}
