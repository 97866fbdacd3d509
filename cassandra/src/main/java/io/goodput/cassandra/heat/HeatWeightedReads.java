package io.goodput.cassandra.heat;

import io.goodput.cassandra.limit.Faults;
import io.goodput.core.heat.Cures;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.TimeSource;
import java.util.Comparator;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.locator.DynamicEndpointSnitch;
import org.apache.cassandra.locator.IEndpointSnitch;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.utils.MBeanWrapper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the point reads that this node coordinates are spread by heat, and what that takes.
 *
 * <p>While they are, a {@link HeatSnitch} stands in front of the configured snitch. Nothing that
 * Cassandra has kept of the configured one decides on the order of reads: it asks for the snitch
 * anew for each. While they are not, the configured one is back in its place, and no read comes
 * through here. Thread-safe.
 */
public final class HeatWeightedReads implements HeatWeightedReadsMBean {

  /** How often {@link #tick} is to be called. */
  public static final long TICK_NANOS = 100_000_000L;

  private static final Logger logger = LoggerFactory.getLogger(HeatWeightedReads.class);
  private static final int TICKS_A_SECOND = 10;

  private final Runnable beforeJoining;
  private final Faults faults;
  private final LocalNodes nodes = new LocalNodes();
  private final ReplicaHeats<LocalNode> heats = new ReplicaHeats<>(Cures.DEFAULT);
  private final ReadOrder order = new ReadOrder(nodes, heats);
  private final @Nullable HeatExchange exchange;
  private volatile boolean on;
  private int ticks;

  /**
   * Off so far.
   *
   * @param source this node's heat; null if it has none, and so cannot be switched on
   * @param beforeJoining what a node that starts with weighted reads does before it tells the
   *     others of itself, and so before it is read from
   */
  public HeatWeightedReads(@Nullable HeatSource source, Runnable beforeJoining, Faults faults) {
    this.beforeJoining = beforeJoining;
    this.faults = faults;
    this.exchange =
        source == null
            ? null
            : new HeatExchange(nodes, heats, new OwnHeat(source, nodes), () -> on, faults);
  }

  /** Listens to other nodes, and to JMX, from now on. */
  public void follow(MessagingService messaging) {
    if (exchange != null) {
      exchange.follow(messaging);
    }
    MBeanWrapper.instance.registerMBean(this, "io.goodput:type=HeatWeightedReads");
  }

  @Override
  public boolean isEnabled() {
    return on;
  }

  @Override
  public synchronized void setEnabled(boolean enabled) {
    if (enabled && exchange == null) {
      throw new IllegalArgumentException(
          "heat_weighted_reads needs file_cache_enabled: true in cassandra.yaml,"
              + " since the heat of a node is the hit rate of that cache");
    }
    if (on != enabled) {
      on = enabled;
      if (enabled) {
        standInFront();
      } else {
        stepAside();
      }
    }
  }

  private void standInFront() {
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
                + " centre take part in a point read, but still order all other reads"
            : "");
  }

  private void stepAside() {
    if (DatabaseDescriptor.getEndpointSnitch() instanceof HeatSnitch snitch) {
      DatabaseDescriptor.setEndpointSnitch(snitch.configured());
    }
    logger.info("Heat-weighted reads are off");
  }

  /**
   * Marks a request as under way on this thread, if its replicas are to be drawn.
   *
   * @return whether they are, and {@link #end} is to be called when it is done
   */
  public boolean begin(CQLStatement statement, @Nullable ConsistencyLevel consistency) {
    if (!on) {
      return false;
    }
    try {
      return PointReads.begin(statement, consistency);
    } catch (Throwable e) {
      faults.report("looking at a read", e);
      return false;
    }
  }

  /** Marks this thread's request as done. */
  public void end() {
    PointReads.end();
  }

  /** Tells the other nodes, and brings figures up to date; not to be called by two threads. */
  public void tick(MessagingService messaging) {
    if (!on || exchange == null) {
      return;
    }
    // Cassandra's JMX can change the snitch.
    restoreSnitch();
    nodes.refresh();
    exchange.tick(messaging);
    ticks++;
    if (ticks % TICKS_A_SECOND == 0) {
      order.measure(nodes.all(), TimeSource.system().monotonicNanos());
    }
  }

  private synchronized void restoreSnitch() {
    if (on) {
      standInFront();
    }
  }

  /** The nodes of this data centre that are up and have reported, by address; none while off. */
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
