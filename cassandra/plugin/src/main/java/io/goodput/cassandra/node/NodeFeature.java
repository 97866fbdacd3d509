package io.goodput.cassandra.node;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Meter;
import io.goodput.cassandra.event.EventKind;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.event.Growth;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.View;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.Episode;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.metrics.ClientRequestMetrics;
import org.apache.cassandra.metrics.ClientRequestsMetricsHolder;
import org.apache.cassandra.utils.FBUtilities;

/** What runs on this node, and whether it is well. */
public final class NodeFeature implements Feature {

  /** Faults of a minute are one event. */
  private static final int QUIET_TICKS = 60;

  private final List<String> mistakes;
  private final Faults faults;
  private final PartitionLimits partitions;
  private final LongSupplier sharedReads;
  private final Events events;

  /**
   * The node, with the faults of the plug-in and the counters that it shares.
   *
   * @param mistakes in the settings of this node, a sentence each
   * @param sharedReads reads that got the answer of another read, or a stale one, in all
   */
  public NodeFeature(
      List<String> mistakes,
      Faults faults,
      PartitionLimits partitions,
      LongSupplier sharedReads,
      Events events) {
    this.mistakes = mistakes;
    this.faults = faults;
    this.partitions = partitions;
    this.sharedReads = sharedReads;
    this.events = events;
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(
        View.<Faults>of(
                "node", "the versions of what runs on this node, and whether Goodput is well")
            .partitionKey(
                "node", InetAddressType.instance, it -> FBUtilities.getJustBroadcastAddress())
            .text("goodput", it -> version())
            .text("cassandra", it -> FBUtilities.getReleaseVersionString())
            .text("java", it -> System.getProperty("java.version"))
            .bigint("faults", it -> it.count().getCount())
            .bigint("timed_out", it -> sum(kind -> kind.timeouts))
            .bigint("unavailable", it -> sum(kind -> kind.unavailables))
            .bigint("failed", it -> sum(kind -> kind.failures))
            .bigint("shared_reads", it -> sharedReads.getAsLong())
            .bigint("admitted_uncounted", it -> partitions.withoutEntry())
            .integer("partitions_shared", it -> partitions.shared())
            .text("settings_mistakes", it -> String.join("; ", mistakes))
            .over(() -> List.of(faults)));
  }

  /**
   * A count of reads of partitions and of writes, but neither of scans nor of conditional writes.
   */
  private static long sum(Function<ClientRequestMetrics, Meter> meter) {
    return meter.apply(ClientRequestsMetricsHolder.readMetrics).getCount()
        + meter.apply(ClientRequestsMetricsHolder.writeMetrics).getCount();
  }

  /** The version in the manifest of the plug-in's jar. */
  public static String version() {
    String version = NodeFeature.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  @Override
  public void register(Metrics metrics) {
    metrics.register(Metrics.node("Version"), (Gauge<String>) NodeFeature::version);
    metrics.counter("Faults", faults.count());
  }

  @Override
  public List<Runnable> watches() {
    Growth growth = new Growth(faults.count()::getCount, QUIET_TICKS);
    return List.of(
        () -> {
          if (growth.tick() == Episode.Change.BEGAN) {
            events.add(
                EventKind.FAULT,
                "Goodput failed while %s: search the log for the cause"
                    .formatted(faults.latestActivity()));
          }
        });
  }
}
