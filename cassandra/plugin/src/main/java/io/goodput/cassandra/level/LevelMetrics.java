package io.goodput.cassandra.level;

import static java.lang.Double.NaN;
import static java.util.stream.Collectors.toSet;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import io.goodput.cassandra.view.Metrics;
import io.goodput.core.time.Nanos;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;

/**
 * The metrics of each service level, as long as this node knows it. There are metrics for at most
 * {@value #MOST_LEVELS} levels, in the order of their names, and for names of letters, digits, _,
 * and - only, because object names of JMX give other characters a meaning. One thread at a time may
 * call it.
 */
final class LevelMetrics {

  static final int MOST_LEVELS = 100;

  private static final Pattern PLAIN = Pattern.compile("[\\w-]+");

  private final Metrics metrics;
  private final ServiceLevels levels;
  private final ToLongFunction<String> refusedPerSecond;
  private Set<String> shown = Set.of();

  /**
   * No metrics, until {@link #show}.
   *
   * @param refusedPerSecond requests of the level of a name that are refused
   */
  LevelMetrics(Metrics metrics, ServiceLevels levels, ToLongFunction<String> refusedPerSecond) {
    this.metrics = metrics;
    this.levels = levels;
    this.refusedPerSecond = refusedPerSecond;
  }

  /** Registers the metrics of levels that are new, and removes those of levels that are gone. */
  void show(Set<String> names) {
    Set<String> wanted =
        names.stream()
            .filter(PLAIN.asMatchPredicate())
            .sorted()
            .limit(MOST_LEVELS)
            .collect(toSet());
    for (String level : shown) {
      if (!wanted.contains(level)) {
        forEach(level, (name, metric) -> metrics.remove(name));
      }
    }
    for (String level : wanted) {
      if (!shown.contains(level)) {
        forEach(level, metrics::register);
      }
    }
    shown = wanted;
  }

  private void forEach(String level, BiConsumer<MetricName, Metric> each) {
    add(each, level, "LevelShares", use -> use.level().shares());
    add(each, level, "LevelTimeoutSeconds", LevelMetrics::timeoutSeconds);
    add(each, level, "LevelRoles", ServiceLevels.Use::roles);
    add(each, level, "LevelActiveRoles", ServiceLevels.Use::activeRoles);
    add(each, level, "LevelRefusedPerSecond", use -> refusedPerSecond.applyAsLong(level));
  }

  /** Not a number if the level does not say. */
  private static double timeoutSeconds(ServiceLevels.Use use) {
    long nanos = use.level().timeoutNanos();
    return nanos == 0 ? NaN : Nanos.toSeconds(nanos);
  }

  private void add(
      BiConsumer<MetricName, Metric> each,
      String level,
      String name,
      Function<ServiceLevels.Use, Number> figure) {
    Gauge<Number> gauge = () -> levels.use(level).map(figure).orElse(NaN);
    each.accept(Metrics.scoped(level, name), gauge);
  }
}
