package io.goodput.cassandra.view;

import io.goodput.cassandra.heat.HeatWeightedReads;
import io.goodput.cassandra.heat.NodeHeat;
import io.goodput.cassandra.warming.CacheWarming;
import java.util.List;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/**
 * {@code heat}: how warm the nodes of this data centre are, and the reads that each gets; while
 * reads are not weighted, no more than how far this node's cache has been warmed after its start.
 */
final class HeatTable extends AbstractVirtualTable {

  private static final double THOUSAND = 1_000;

  /** Fewer reads a second than this are none. */
  private static final double NO_READS = 0.05;

  private final HeatWeightedReads reads;
  private final CacheWarming warming;

  HeatTable(String keyspace, HeatWeightedReads reads, CacheWarming warming) {
    super(
        TableMetadata.builder(keyspace, "heat")
            .comment("nodes of this data centre, and how this node spreads point reads over them")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .addPartitionKeyColumn("node", UTF8Type.instance)
            .addRegularColumn("hit_rate", DoubleType.instance)
            .addRegularColumn("fill_ratio", DoubleType.instance)
            .addRegularColumn("generation", LongType.instance)
            .addRegularColumn("age_seconds", LongType.instance)
            .addRegularColumn("reads_per_second", DoubleType.instance)
            .addRegularColumn("share_wanted", DoubleType.instance)
            .addRegularColumn("share_given", DoubleType.instance)
            .addRegularColumn("local_reads", LongType.instance)
            .addRegularColumn("remote_reads", LongType.instance)
            .addRegularColumn("replica_reads", LongType.instance)
            .addRegularColumn("warmed", DoubleType.instance)
            .addRegularColumn("warming_reads", LongType.instance)
            .build());
    this.reads = reads;
    this.warming = warming;
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    String own = FBUtilities.getBroadcastAddressAndPort().getHostAddressAndPort();
    List<NodeHeat> nodes = reads.nodes();
    for (NodeHeat node : nodes) {
      boolean isRead = node.readsPerSecond() > NO_READS;
      rows.row(node.address())
          .column("hit_rate", thousandths(node.hitRate()))
          .column("fill_ratio", thousandths(node.fillRatio()))
          .column("generation", node.generation())
          .column("age_seconds", node.age().toSeconds())
          .column("reads_per_second", Tenths.of(node.readsPerSecond()))
          .column("share_wanted", isRead ? thousandths(node.shareWanted()) : null)
          .column("share_given", isRead ? thousandths(node.shareGiven()) : null)
          .column("local_reads", node.localReads())
          .column("remote_reads", node.remoteReads())
          .column("replica_reads", node.replicaReads());
      if (node.address().equals(own)) {
        addWarming(rows);
      }
    }
    if (nodes.isEmpty() && warming.wanted() > 0) {
      addWarming(rows.row(own));
    }
    return rows;
  }

  private void addWarming(SimpleDataSet row) {
    row.column("warmed", thousandths((double) warming.done() / warming.wanted()))
        .column("warming_reads", warming.read());
  }

  private static @Nullable Double thousandths(double value) {
    return Double.isFinite(value) ? Math.round(value * THOUSAND) / THOUSAND : null;
  }
}
