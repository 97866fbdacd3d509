package io.goodput.cassandra.view;

import io.goodput.cassandra.fault.Faults;
import java.util.List;
import org.apache.cassandra.db.marshal.InetAddressType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.utils.FBUtilities;

/** {@code node}: what runs on this node, in one row. */
final class NodeTable {

  private NodeTable() {}

  static VirtualTable of(Faults faults) {
    return View.<Faults>of("node", "the versions of what runs on this node, and Goodput's faults")
        .partitionKey("node", InetAddressType.instance, it -> FBUtilities.getJustBroadcastAddress())
        .column("goodput", UTF8Type.instance, it -> version())
        .column("cassandra", UTF8Type.instance, it -> FBUtilities.getReleaseVersionString())
        .column("java", UTF8Type.instance, it -> System.getProperty("java.version"))
        .column("faults", LongType.instance, it -> it.count().getCount())
        .over(() -> List.of(faults));
  }

  /** The version in the manifest of the plug-in's jar. */
  static String version() {
    String version = NodeTable.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
