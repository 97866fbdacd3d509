package io.goodput.cassandra.watch;

import static io.goodput.cassandra.settings.Settings.HOT_PARTITIONS;
import static io.goodput.cassandra.settings.Settings.WATCH_REQUESTS;

import io.goodput.cassandra.feature.Feature;
import io.goodput.cassandra.feature.Switch;
import io.goodput.cassandra.feature.Tick;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.settings.Settings;
import io.goodput.cassandra.view.Metrics;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualTable;

/** Which partitions clients use, and which clients use them most. */
public final class WatchFeature implements Feature {

  private final Settings settings;
  private final RequestWatch watch;

  /** What a watch sees. */
  public WatchFeature(Settings settings, RequestWatch watch) {
    this.settings = settings;
    this.watch = watch;
  }

  /** The watch, which can be switched on while the node runs. */
  @Override
  public List<Guard> guards() {
    return List.of(watch);
  }

  @Override
  public List<VirtualTable> tables() {
    return List.of(TopClientsTable.of(watch, settings.get(HOT_PARTITIONS)));
  }

  @Override
  public void register(Metrics metrics) {
    metrics.gauge("CoordinatedPerSecond", watch::perSecond);
  }

  @Override
  public List<Tick> ticks() {
    return List.of(Tick.shared(RequestWatch.TICK_NANOS, "counting watched requests", watch::tick));
  }

  @Override
  public List<Switch> switches() {
    return List.of(Switch.flag(WATCH_REQUESTS, watch::isEnabled, watch::setEnabled));
  }
}
