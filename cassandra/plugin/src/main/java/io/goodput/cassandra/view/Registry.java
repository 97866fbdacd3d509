package io.goodput.cassandra.view;

import com.codahale.metrics.Metric;
import io.goodput.cassandra.platform.Platform;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;

/** Cassandra's registry of metrics, on any release of Cassandra. */
record Registry(CassandraMetricsRegistry metrics) {

  /** Registers a metric, and exports it by JMX. */
  void register(MetricName name, Metric metric) {
    Platform.ofThisNode().register(metrics, name, metric);
  }

  /** Removes a metric, if it is there. */
  void remove(MetricName name) {
    Platform.ofThisNode().remove(metrics, name);
  }
}
