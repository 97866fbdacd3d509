package io.goodput.cassandra.view;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import io.goodput.cassandra.platform.Platform;
import io.goodput.core.time.Nanos;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Metrics in Cassandra's registry, on any release of Cassandra, which exports them by JMX. {@code
 * docs/metrics.md} lists them.
 *
 * <p>Their names have the form of Cassandra's own, so that its exporters map them: {@code
 * org.apache.cassandra.metrics:type=Goodput,keyspace=…,scope=…,name=…} by JMX, and {@code
 * org.apache.cassandra.metrics.Goodput.NAME.KEYSPACE.TABLE} in the registry.
 */
public record Metrics(CassandraMetricsRegistry registry) {

  private static final String GROUP = "org.apache.cassandra.metrics";
  private static final String TYPE = "Goodput";

  /** The name of a figure of the whole node. */
  public static MetricName node(String name) {
    return name(name, null, "");
  }

  /**
   * The name of a figure of one thing among several.
   *
   * @param scope the thing; without characters that object names give a meaning
   */
  public static MetricName scoped(String scope, String name) {
    return name(name, scope, "scope=" + scope + ",");
  }

  /** The name of a figure of one table. */
  public static MetricName ofTable(TableMetadata table, String name) {
    return name(
        name,
        table.keyspace + "." + table.name,
        "keyspace=%s,scope=%s,".formatted(table.keyspace, table.name));
  }

  private static MetricName name(String name, @Nullable String scope, String properties) {
    return new MetricName(
        GROUP, TYPE, name, scope, "%s:type=%s,%sname=%s".formatted(GROUP, TYPE, properties, name));
  }

  /** Registers a metric. */
  public void register(MetricName name, Metric metric) {
    Platform.ofThisNode().register(registry, name, metric);
  }

  /** Removes a metric, if it is there. */
  public void remove(MetricName name) {
    Platform.ofThisNode().remove(registry, name);
  }

  /** Registers a total of the whole node. */
  public void counter(String name, Counter counter) {
    register(node(name), counter);
  }

  /** Registers a total that is kept elsewhere. */
  public void total(String name, LongSupplier count) {
    counter(
        name,
        new Counter() {
          @Override
          public long getCount() {
            return count.getAsLong();
          }
        });
  }

  /** Registers a figure of the whole node: a number, because exporters drop other values. */
  public void gauge(String name, Gauge<? extends Number> value) {
    register(node(name), value);
  }

  /** Registers a flag of the whole node, which is 1 or 0. */
  public void flag(String name, BooleanSupplier isUp) {
    gauge(name, () -> isUp.getAsBoolean() ? 1 : 0);
  }

  /** Registers a time of the whole node, which is known in nanoseconds. */
  public void seconds(String name, DoubleSupplier nanos) {
    register(node(name), seconds(nanos));
  }

  /** A time in seconds, which is known in nanoseconds. */
  public static Gauge<Double> seconds(DoubleSupplier nanos) {
    return () -> nanos.getAsDouble() / Nanos.PER_SECOND;
  }
}
