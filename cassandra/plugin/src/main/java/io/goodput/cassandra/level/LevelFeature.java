package io.goodput.cassandra.level;

import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.view.Metrics;
import io.goodput.cassandra.view.View;
import io.goodput.core.fair.ServiceLevel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.jspecify.annotations.Nullable;

/**
 * The service levels that this node knows, with what it refuses their roles now. Only a client that
 * may list all levels sees them.
 */
public final class LevelFeature implements Feature {

  private final ServiceLevels levels;
  private final ToLongFunction<String> refusedPerSecond;
  private final LevelEffects effects;

  /**
   * The service levels of this node's cluster.
   *
   * @param refusedPerSecond requests of the level of a name that are refused
   * @param effects of levels on this node
   */
  public LevelFeature(
      ServiceLevels levels, ToLongFunction<String> refusedPerSecond, LevelEffects effects) {
    this.levels = levels;
    this.refusedPerSecond = refusedPerSecond;
    this.effects = effects;
  }

  @Override
  public List<OwnStatements.Parser> statements() {
    return List.of(new LevelStatements(levels, effects));
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(
        View.<ServiceLevels.Use>of(
                "service_levels", "service levels, and what this node refuses their roles now")
            .partitionKey("service_level", UTF8Type.instance, use -> use.level().name())
            .integer("shares", use -> use.level().shares())
            .bigint("timeout_ms", use -> timeoutMillis(use.level()))
            .text("workload_type", ServiceLevels.Use::workloadType)
            .integer("roles", ServiceLevels.Use::roles)
            .integer("active_roles", ServiceLevels.Use::activeRoles)
            .bigint("refused_per_second", use -> refusedPerSecond.applyAsLong(use.level().name()))
            .over(() -> isPermitted(CurrentRequest.get()) ? levels.uses() : List.of()));
  }

  private static boolean isPermitted(@Nullable Request request) {
    return request != null && request.client().maySeeRoles();
  }

  /** Null if the level does not say. */
  private static @Nullable Long timeoutMillis(ServiceLevel level) {
    return level.timeoutNanos() == 0 ? null : TimeUnit.NANOSECONDS.toMillis(level.timeoutNanos());
  }

  @Override
  public void register(Metrics metrics) {
    metrics.gauge("ServiceLevels", () -> levels.uses().size());
    levels.listen(new LevelMetrics(metrics, levels, refusedPerSecond)::show);
  }

  /** On a thread of its own, because it reads tables. */
  @Override
  public List<Tick> ticks() {
    return List.of(
        new Tick(
            "Goodput-levels", ServiceLevels.TICK_NANOS, "refreshing service levels", levels::tick));
  }
}
