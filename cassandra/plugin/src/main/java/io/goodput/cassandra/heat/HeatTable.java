package io.goodput.cassandra.heat;

import io.goodput.cassandra.view.Rounded;
import io.goodput.cassandra.view.View;
import io.goodput.cassandra.warming.CacheWarming;
import java.util.List;
import java.util.function.Function;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/**
 * {@code heat}: the heat of the nodes of this data center and the reads that each of them gets.
 * While reads are not weighted, it only shows how far this node has warmed its cache.
 */
final class HeatTable {

  /** A lower rate counts as no reads. */
  private static final double NO_READS_PER_SECOND = 0.05;

  /**
   * One node.
   *
   * @param heat null while reads are not weighted
   * @param warming null for other nodes than this one
   */
  private record Row(String node, @Nullable NodeHeat heat, @Nullable CacheWarming warming) {

    @Nullable Double share(Function<NodeHeat, Double> share) {
      return heat == null || heat.readsPerSecond() <= NO_READS_PER_SECOND
          ? null
          : Rounded.thousandths(share.apply(heat));
    }

    <T> @Nullable T of(Function<NodeHeat, @Nullable T> figure) {
      return heat == null ? null : figure.apply(heat);
    }

    @Nullable Double warmed() {
      return warming == null
          ? null
          : Rounded.thousandths((double) warming.done() / warming.wanted());
    }
  }

  private HeatTable() {}

  static VirtualTable of(HeatWeightedReads reads, CacheWarming warming) {
    return View.<Row>of(
            "heat", "nodes of this data center, and how this node spreads point reads over them")
        .partitionKey("node", UTF8Type.instance, Row::node)
        .floating("hit_rate", row -> row.of(heat -> Rounded.thousandths(heat.hitRate())))
        .floating("fill_ratio", row -> row.of(heat -> Rounded.thousandths(heat.fillRatio())))
        .bigint("generation", row -> row.of(NodeHeat::generation))
        .bigint("age_seconds", row -> row.of(heat -> heat.age().toSeconds()))
        .floating("reads_per_second", row -> row.of(heat -> Rounded.tenths(heat.readsPerSecond())))
        .floating("share_wanted", row -> row.share(NodeHeat::shareWanted))
        .floating("share_given", row -> row.share(NodeHeat::shareGiven))
        .bigint("local_reads", row -> row.of(NodeHeat::localReads))
        .bigint("remote_reads", row -> row.of(NodeHeat::remoteReads))
        .bigint("replica_reads", row -> row.of(NodeHeat::replicaReads))
        .floating("warmed", Row::warmed)
        .bigint("warming_reads", row -> row.warming() == null ? null : row.warming().read())
        .over(() -> rows(reads, warming));
  }

  private static List<Row> rows(HeatWeightedReads reads, CacheWarming warming) {
    String own = FBUtilities.getBroadcastAddressAndPort().getHostAddressAndPort();
    List<NodeHeat> nodes = reads.nodes();
    if (nodes.isEmpty() && warming.wanted() > 0) {
      return List.of(new Row(own, null, warming));
    }
    return nodes.stream()
        .map(heat -> new Row(heat.address(), heat, heat.address().equals(own) ? warming : null))
        .toList();
  }
}
