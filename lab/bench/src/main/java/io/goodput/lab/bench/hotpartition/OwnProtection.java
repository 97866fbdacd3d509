package io.goodput.lab.bench.hotpartition;

import io.goodput.lab.bench.BenchException;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Cassandra's own protection against overload, which can be set up while nodes run. */
final class OwnProtection implements AutoCloseable {

  /** As its experts would set it up: no request waits for longer than half of what clients do. */
  static final Map<String, Object> TUNED =
      Map.of(
          "NativeTransportTimeoutMillis",
          HotPartition.DEADLINE.toMillis(),
          "NativeTransportQueueMaxItemAgeThreshold",
          0.5,
          "NativeTransportThrowOnOverload",
          true);

  private static final Map<String, Object> DEFAULTS =
      Map.of(
          "NativeTransportTimeoutMillis",
          12_000L,
          "NativeTransportQueueMaxItemAgeThreshold",
          Double.MAX_VALUE,
          "NativeTransportThrowOnOverload",
          false);

  private final List<JMXConnector> nodes = new ArrayList<>();

  /** That of the nodes of a cluster, which has its defaults. */
  OwnProtection(Cluster cluster) {
    try {
      for (Node node : cluster.nodes()) {
        nodes.add(node.connectJmx());
      }
    } catch (IOException e) {
      close();
      throw new BenchException("A node did not answer over JMX: " + e.getMessage() + ".", e);
    }
  }

  /** Sets it up on all nodes, or gives it its defaults. */
  void set(boolean isTuned) {
    try {
      for (JMXConnector node : nodes) {
        for (Map.Entry<String, Object> setting : (isTuned ? TUNED : DEFAULTS).entrySet()) {
          node.getMBeanServerConnection()
              .setAttribute(
                  new ObjectName("org.apache.cassandra.db:type=StorageService"),
                  new Attribute(setting.getKey(), setting.getValue()));
        }
      }
    } catch (IOException | JMException e) {
      throw new BenchException("A node did not change a setting: " + e.getMessage() + ".", e);
    }
  }

  @Override
  public void close() {
    for (JMXConnector node : nodes) {
      try {
        node.close();
      } catch (IOException e) {
        // The node has stopped.
      }
    }
  }
}
