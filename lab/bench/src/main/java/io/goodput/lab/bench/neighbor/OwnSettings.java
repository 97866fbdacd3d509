package io.goodput.lab.bench.neighbor;

import io.goodput.lab.bench.BenchException;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Cassandra's own settings against overload, changed by JMX while the nodes run. */
final class OwnSettings {

  /**
   * A setting.
   *
   * @param text name in cassandra.yaml, and the value that suits the clients of this benchmark
   * @param bean its MBean
   * @param value the same value for the MBean
   */
  private record Setting(String text, String bean, String attribute, Object value) {}

  private static final String REQUESTS = "transport:type=Native-Transport-Requests";
  private static final long DEADLINE_MS = NoisyNeighbor.DEADLINE.toMillis();

  /**
   * The oldest request in the queue waits for 100 ms at most, a tenth of the deadline: a part of
   * {@code native_transport_timeout}, whose default of 12 s cannot change while a node runs.
   */
  private static final List<Setting> TUNED =
      List.of(
          new Setting(
              "native_transport_queue_max_item_age_threshold: 0.0083",
              "db:type=StorageService",
              "NativeTransportQueueMaxItemAgeThreshold",
              0.0083),
          new Setting("native_transport_max_threads: 16", REQUESTS, "MaximumPoolSize", 16),
          timeout("read_request_timeout", "ReadRpcTimeout"),
          timeout("range_request_timeout", "RangeRpcTimeout"),
          timeout("write_request_timeout", "WriteRpcTimeout"));

  private final Cluster cluster;
  private boolean isTuned;

  /** Those of the other state, in the order of the settings. */
  private List<Object> otherValues = TUNED.stream().map(Setting::value).toList();

  /** The settings of stock nodes. */
  OwnSettings(Cluster cluster) {
    this.cluster = cluster;
  }

  private static Setting timeout(String name, String attribute) {
    String text = "%s: %dms".formatted(name, DEADLINE_MS);
    return new Setting(text, "db:type=StorageProxy", attribute, DEADLINE_MS);
  }

  /** All settings in one line. */
  static String text() {
    return TUNED.stream().map(Setting::text).collect(Collectors.joining(", "))
        + ", clients: THROW_ON_OVERLOAD";
  }

  /** Switches all nodes to these settings, or back to stock. */
  void set(boolean tuned) {
    if (tuned != isTuned) {
      otherValues = cluster.nodes().stream().map(this::swap).toList().get(0);
      isTuned = tuned;
    }
  }

  /** Sets the other values on a node, and returns those that it had. */
  private List<Object> swap(Node node) {
    try (JMXConnector connector = node.connectJmx()) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      List<Object> earlier = new ArrayList<>();
      for (int i = 0; i < TUNED.size(); i++) {
        Setting setting = TUNED.get(i);
        ObjectName bean = new ObjectName("org.apache.cassandra." + setting.bean);
        earlier.add(server.getAttribute(bean, setting.attribute));
        server.setAttribute(bean, new Attribute(setting.attribute, otherValues.get(i)));
      }
      return earlier;
    } catch (IOException | JMException e) {
      throw new BenchException(
          "Node %d did not answer over JMX: %s.".formatted(node.number(), e.getMessage()), e);
    }
  }
}
