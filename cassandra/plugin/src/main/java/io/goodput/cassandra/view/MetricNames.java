package io.goodput.cassandra.view;

import io.goodput.cassandra.deadline.RequestQueue;
import io.goodput.cassandra.limit.Operation;
import io.goodput.cassandra.limit.TableLimit;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * The names of metrics, in the form that Cassandra's own have, so that its exporters map them:
 * {@code org.apache.cassandra.metrics:type=Goodput,keyspace=…,scope=…,name=…} by JMX, and {@code
 * org.apache.cassandra.metrics.Goodput.NAME.KEYSPACE.TABLE} in the registry.
 */
final class MetricNames {

  private static final String GROUP = "org.apache.cassandra.metrics";
  private static final String TYPE = "Goodput";

  private MetricNames() {}

  /** A figure of the whole node. */
  static MetricName node(String name) {
    return name(name, null, "");
  }

  /** A figure of one kind of request. */
  static MetricName of(RequestQueue queue, String name) {
    return name(name, queue.kind().toString(), "scope=" + queue.kind() + ",");
  }

  /** A figure of a service level whose name has no characters that object names give a meaning. */
  static MetricName ofLevel(String level, String name) {
    return name(name, level, "scope=" + level + ",");
  }

  /** A figure of the reads, or of the writes, of one table. */
  static MetricName of(TableLimit limit, String name) {
    String keyspace = limit.table().keyspace;
    String table = limit.table().name;
    return name(
        (limit.operation() == Operation.READS ? "Reads" : "Writes") + name,
        keyspace + "." + table,
        "keyspace=%s,scope=%s,".formatted(keyspace, table));
  }

  private static MetricName name(String name, @Nullable String scope, String properties) {
    return new MetricName(
        GROUP, TYPE, name, scope, "%s:type=%s,%sname=%s".formatted(GROUP, TYPE, properties, name));
  }
}
