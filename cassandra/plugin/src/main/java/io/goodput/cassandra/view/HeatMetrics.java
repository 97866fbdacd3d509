package io.goodput.cassandra.view;

import io.goodput.cassandra.heat.HeatWeightedReads;
import io.goodput.cassandra.heat.NodeHeat;
import io.goodput.cassandra.warming.CacheWarming;
import io.goodput.core.time.Nanos;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.cassandra.utils.FBUtilities;

/**
 * What metrics tell of this node's row in {@code heat}. Other nodes export their own rows.
 * Thread-safe.
 */
public final class HeatMetrics {

  private final HeatWeightedReads reads;
  private final CacheWarming warming;

  /** The figures of these parts of the plug-in. */
  public HeatMetrics(HeatWeightedReads reads, CacheWarming warming) {
    this.reads = reads;
    this.warming = warming;
  }

  boolean isOn() {
    return reads.isEnabled();
  }

  int nodes() {
    return reads.nodes().size();
  }

  boolean isWarming() {
    return warming.isUnderWay();
  }

  /** Figures by name; not a number while they are not known. */
  Map<String, DoubleSupplier> gauges() {
    return Map.of(
        "HeatHitRate", of(NodeHeat::hitRate),
        "HeatFillRatio", of(NodeHeat::fillRatio),
        "HeatAgeSeconds", of(heat -> (double) heat.age().toNanos() / Nanos.PER_SECOND),
        "HeatReadsPerSecond", of(NodeHeat::readsPerSecond),
        "HeatShareWanted", of(NodeHeat::shareWanted),
        "HeatShareGiven", of(NodeHeat::shareGiven),
        "Warmed", () -> (double) warming.done() / warming.wanted());
  }

  /** Totals by name. */
  Map<String, LongSupplier> totals() {
    return Map.of(
        "HeatLocalReads", total(NodeHeat::localReads),
        "HeatRemoteReads", total(NodeHeat::remoteReads),
        "HeatReplicaReads", total(NodeHeat::replicaReads),
        "WarmingChunksDone", warming::done,
        "WarmingReads", warming::read);
  }

  private DoubleSupplier of(ToDoubleFunction<NodeHeat> figure) {
    return () -> own(figure, Double.NaN);
  }

  private LongSupplier total(ToLongFunction<NodeHeat> figure) {
    return () -> (long) own(figure::applyAsLong, 0);
  }

  private double own(ToDoubleFunction<NodeHeat> figure, double unknown) {
    String address = FBUtilities.getBroadcastAddressAndPort().getHostAddressAndPort();
    return reads.nodes().stream()
        .filter(heat -> heat.address().equals(address))
        .mapToDouble(figure)
        .findFirst()
        .orElse(unknown);
  }
}
