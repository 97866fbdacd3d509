package io.goodput.cassandra.override;

import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.own.OwnStatements;
import io.goodput.cassandra.view.Metrics;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualTable;

/** The limits that single partitions have for a while. */
public final class OverrideFeature implements Feature {

  private final Overrides overrides;

  /** The overrides of this node's cluster. */
  public OverrideFeature(Overrides overrides) {
    this.overrides = overrides;
  }

  @Override
  public List<OwnStatements.Parser> statements() {
    return List.of(new OverrideStatements());
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(OverridesTable.of(overrides));
  }

  @Override
  public void register(Metrics metrics) {
    metrics.gauge("Overrides", () -> overrides.inForce().size());
  }

  /** On a thread of its own, because it reads a table. */
  @Override
  public List<Tick> ticks() {
    return List.of(
        new Tick(
            "Goodput-overrides", Overrides.TICK_NANOS, "refreshing overrides", overrides::tick));
  }
}
