package io.goodput.cassandra.heat;

import static io.goodput.cassandra.settings.Settings.HEAT_WEIGHTED_READS;
import static io.goodput.cassandra.settings.Settings.WARM_AFTER_RESTART;
import static io.goodput.cassandra.settings.Settings.WARM_BEFORE_JOINING;
import static io.goodput.cassandra.settings.Settings.WARM_CHUNKS_PER_SECOND;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Switch;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.warming.CacheWarming;
import io.goodput.core.time.Nanos;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.utils.FBUtilities;
import org.apache.cassandra.utils.MBeanWrapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads that follow the heat of the replicas, and the warming of a restarted node's cache. */
public final class HeatFeature implements Feature {

  private static final Logger logger = LoggerFactory.getLogger(HeatFeature.class);

  private final Settings settings;
  private final CacheWarming warming;
  private final HeatWeightedReads reads;

  /** Off, until {@link #start}. */
  public HeatFeature(Settings settings, Exchange exchange, Faults faults) {
    this.settings = settings;
    this.warming = CacheWarming.ofThisNode(settings.get(WARM_CHUNKS_PER_SECOND), faults);
    this.reads =
        new HeatWeightedReads(
            ChunkCacheHeat.ofThisNode(warming::read),
            () -> warming.await(settings.get(WARM_BEFORE_JOINING)),
            exchange,
            faults);
  }

  @Override
  public void start() {
    MBeanWrapper.instance.registerMBean(reads, "io.goodput:type=HeatWeightedReads");
    if (!settings.get(HEAT_WEIGHTED_READS)) {
      return;
    }
    try {
      reads.setEnabled(true);
    } catch (IllegalArgumentException e) {
      logger.error("{}; reads keep their order", e.getMessage());
    }
    if (settings.get(WARM_AFTER_RESTART)) {
      warming.start();
    }
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(HeatTable.of(reads, warming));
  }

  /** Those of this node's row in {@code heat}. Other nodes export their own rows. */
  @Override
  public void register(Metrics metrics) {
    metrics.flag("WeightsReads", reads::isEnabled);
    metrics.gauge("HeatNodes", () -> reads.nodes().size());
    gauge(metrics, "HeatHitRate", NodeHeat::hitRate);
    gauge(metrics, "HeatFillRatio", NodeHeat::fillRatio);
    gauge(metrics, "HeatAgeSeconds", heat -> (double) heat.age().toNanos() / Nanos.PER_SECOND);
    gauge(metrics, "HeatReadsPerSecond", NodeHeat::readsPerSecond);
    gauge(metrics, "HeatShareWanted", NodeHeat::shareWanted);
    gauge(metrics, "HeatShareGiven", NodeHeat::shareGiven);
    total(metrics, "HeatLocalReads", NodeHeat::localReads);
    total(metrics, "HeatRemoteReads", NodeHeat::remoteReads);
    total(metrics, "HeatReplicaReads", NodeHeat::replicaReads);
    metrics.flag("Warming", warming::isUnderWay);
    metrics.gauge("Warmed", () -> (double) warming.done() / warming.wanted());
    metrics.total("WarmingChunksDone", warming::done);
    metrics.total("WarmingReads", warming::read);
  }

  /** Not a number while it is not known. */
  private void gauge(Metrics metrics, String name, ToDoubleFunction<NodeHeat> figure) {
    metrics.gauge(name, () -> own(figure, Double.NaN));
  }

  private void total(Metrics metrics, String name, ToLongFunction<NodeHeat> figure) {
    metrics.total(name, () -> (long) own(figure::applyAsLong, 0));
  }

  private double own(ToDoubleFunction<NodeHeat> figure, double unknown) {
    String address = FBUtilities.getBroadcastAddressAndPort().getHostAddressAndPort();
    return reads.nodes().stream()
        .filter(heat -> heat.address().equals(address))
        .mapToDouble(figure)
        .findFirst()
        .orElse(unknown);
  }

  @Override
  public List<Tick> ticks() {
    return List.of(Tick.shared(HeatWeightedReads.TICK_NANOS, "exchanging heats", reads::tick));
  }

  @Override
  public List<Switch> switches() {
    return List.of(Switch.flag(HEAT_WEIGHTED_READS, reads::isEnabled, reads::setEnabled));
  }
}
