package io.goodput.cassandra.view;

import com.codahale.metrics.Meter;
import io.goodput.cassandra.fault.Faults;
import io.goodput.core.limit.PartitionLimits;
import java.util.List;
import java.util.function.Function;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.metrics.ClientRequestMetrics;
import org.apache.cassandra.metrics.ClientRequestsMetricsHolder;
import org.apache.cassandra.utils.FBUtilities;

/** {@code node}: what runs on this node, in one row. */
final class NodeTable {

  private NodeTable() {}

  static VirtualTable of(Faults faults, PartitionLimits partitions) {
    return View.<Faults>of(
            "node", "the versions of what runs on this node, and whether Goodput is well")
        .partitionKey("node", InetAddressType.instance, it -> FBUtilities.getJustBroadcastAddress())
        .column("goodput", UTF8Type.instance, it -> version())
        .column("cassandra", UTF8Type.instance, it -> FBUtilities.getReleaseVersionString())
        .column("java", UTF8Type.instance, it -> System.getProperty("java.version"))
        .column("faults", LongType.instance, it -> it.count().getCount())
        .column("timed_out", LongType.instance, it -> sum(kind -> kind.timeouts))
        .column("unavailable", LongType.instance, it -> sum(kind -> kind.unavailables))
        .column("failed", LongType.instance, it -> sum(kind -> kind.failures))
        .column("admitted_uncounted", LongType.instance, it -> partitions.withoutEntry())
        .column("partitions_shared", Int32Type.instance, it -> partitions.shared())
        .over(() -> List.of(faults));
  }

  /**
   * A count of reads of partitions and of writes, but neither of scans nor of conditional writes.
   */
  private static long sum(Function<ClientRequestMetrics, Meter> meter) {
    return meter.apply(ClientRequestsMetricsHolder.readMetrics).getCount()
        + meter.apply(ClientRequestsMetricsHolder.writeMetrics).getCount();
  }

  /** The version in the manifest of the plug-in's jar. */
  static String version() {
    String version = NodeTable.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
