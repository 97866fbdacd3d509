package io.goodput.cassandra.heat;

import io.goodput.cassandra.exchange.Exchange;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.platform.Platform;
import io.goodput.core.heat.LockInPrevention;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.TimeSource;
import java.util.Comparator;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.locator.DynamicEndpointSnitch;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Weights the point reads that this node coordinates by the heat of the replicas, while it is on.
 *
 * <p>While it is on, a {@link HeatSnitch} wraps the configured snitch. Cassandra asks for the
 * snitch anew at each read, so nothing that it has cached decides on the order of reads. While it
 * is off, the configured snitch is back and no read comes through here. Thread-safe.
 */
public final class HeatWeightedReads implements HeatWeightedReadsMBean {

  /** The time between two ticks. */
  public static final long TICK_NANOS = 100_000_000L;

  private static final Logger logger = LoggerFactory.getLogger(HeatWeightedReads.class);
  private static final int TICKS_PER_SECOND = 10;

  private final Runnable beforeJoining;
  private final Faults faults;
  private final LocalNodes nodes = new LocalNodes();
  private final ReplicaHeats<LocalNode> heats = new ReplicaHeats<>(LockInPrevention.DEFAULT);
  private final ReadOrder order = new ReadOrder(nodes, heats);
  private final @Nullable HeatExchange reports;
  private volatile boolean on;
  private int ticks;

  /**
   * Switched off at first.
   *
   * @param source this node's heat; null if it has none, in which case it cannot be switched on
   * @param beforeJoining what a node that starts with weighted reads does before it joins the
   *     others, and so before they read from it
   */
  public HeatWeightedReads(
      @Nullable HeatSource source, Runnable beforeJoining, Exchange exchange, Faults faults) {
    this.beforeJoining = beforeJoining;
    this.faults = faults;
    this.reports =
        source == null
            ? null
            : new HeatExchange(
                nodes, heats, new OwnHeat(source, nodes), () -> on, exchange, faults);
  }

  @Override
  public boolean isEnabled() {
    return on;
  }

  @Override
  public synchronized void setEnabled(boolean enabled) {
    if (enabled && !Platform.ofThisNode().ordersReadsBySnitch()) {
      throw new IllegalArgumentException(
          "heat_weighted_reads needs Cassandra 4.1 or 5.0, where a snitch orders reads");
    }
    if (enabled && reports == null) {
      throw new IllegalArgumentException(
          "heat_weighted_reads needs file_cache_enabled: true in cassandra.yaml,"
              + " because the heat of a node is the hit rate of that cache");
    }
    if (on != enabled) {
      on = enabled;
      if (enabled) {
        wrapSnitch();
      } else {
        unwrapSnitch();
      }
    }
  }

  private void wrapSnitch() {
    IEndpointSnitch configured = DatabaseDescriptor.getEndpointSnitch();
    if (configured instanceof HeatSnitch) {
      return;
    }
    DatabaseDescriptor.setEndpointSnitch(new HeatSnitch(configured, order, beforeJoining, faults));
    logger.info(
        "Heat-weighted reads are on, in front of {}{}",
        configured.getClass().getSimpleName(),
        configured instanceof DynamicEndpointSnitch
            ? " (dynamic_snitch: true): its scores no longer decide which replicas of this data"
                + " center serve a point read, but still order all other reads"
            : "");
  }

  private static void unwrapSnitch() {
    if (DatabaseDescriptor.getEndpointSnitch() instanceof HeatSnitch snitch) {
      DatabaseDescriptor.setEndpointSnitch(snitch.configured());
    }
    logger.info("Heat-weighted reads are off");
  }

  /** Reports to the other nodes; called every {@link #TICK_NANOS}, by one thread. */
  public void tick() {
    if (!on || reports == null) {
      return;
    }
    restoreSnitch();
    nodes.refresh();
    reports.tick();
    ticks++;
    if (ticks % TICKS_PER_SECOND == 0) {
      order.measure(nodes.all(), TimeSource.system().monotonicNanos());
    }
  }

  /** Wraps the snitch again if an operator has changed it by Cassandra's JMX. */
  private synchronized void restoreSnitch() {
    if (on) {
      wrapSnitch();
    }
  }

  /** The nodes of this data center that are up and have reported, by address; none while off. */
  public List<NodeHeat> nodes() {
    if (!on) {
      return List.of();
    }
    return nodes.live().stream()
        .flatMap(NodeHeat::ofKnown)
        .sorted(Comparator.comparing(NodeHeat::address))
        .toList();
  }
}
