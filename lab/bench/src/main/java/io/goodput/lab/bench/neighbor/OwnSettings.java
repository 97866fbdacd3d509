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

/**
 * Cassandra's own settings against overload, changed by JMX while the nodes run.
 *
 * @param stock their values in a stock node
 */
record OwnSettings(Cluster cluster, List<Object> stock) {

  /**
   * A setting.
   *
   * @param text name in cassandra.yaml, and the value that suits the clients of this benchmark
   * @param bean its MBean
   * @param value the same value for the MBean
   */
  private record Setting(String text, String bean, String attribute, Object value) {}

  private static final String STORAGE = "db:type=StorageService";
  private static final String PROXY = "db:type=StorageProxy";
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
              STORAGE,
              "NativeTransportQueueMaxItemAgeThreshold",
              0.0083),
          new Setting("native_transport_max_threads: 16", REQUESTS, "MaximumPoolSize", 16),
          timeout("read_request_timeout", "ReadRpcTimeout"),
          timeout("range_request_timeout", "RangeRpcTimeout"),
          timeout("write_request_timeout", "WriteRpcTimeout"));

  private static Setting timeout(String name, String attribute) {
    return new Setting("%s: %dms".formatted(name, DEADLINE_MS), PROXY, attribute, DEADLINE_MS);
  }

  /** Remembers the settings of stock nodes. */
  static OwnSettings of(Cluster cluster) {
    List<Object> stock = new ArrayList<>();
    call(
        cluster.node(1),
        server -> {
          for (Setting setting : TUNED) {
            stock.add(server.getAttribute(name(setting.bean), setting.attribute));
          }
        });
    return new OwnSettings(cluster, List.copyOf(stock));
  }

  /** All settings in one line. */
  static String text() {
    return TUNED.stream().map(Setting::text).collect(Collectors.joining(", "))
        + ", clients: THROW_ON_OVERLOAD";
  }

  /** Switches all nodes to these settings, or back to stock. */
  void set(boolean isTuned) {
    for (Node node : cluster.nodes()) {
      call(
          node,
          server -> {
            for (int i = 0; i < TUNED.size(); i++) {
              Setting setting = TUNED.get(i);
              Object value = isTuned ? setting.value : stock.get(i);
              server.setAttribute(name(setting.bean), new Attribute(setting.attribute, value));
            }
          });
    }
  }

  private static ObjectName name(String bean) throws JMException {
    return new ObjectName("org.apache.cassandra." + bean);
  }

  private interface Call {
    void on(MBeanServerConnection server) throws IOException, JMException;
  }

  private static void call(Node node, Call call) {
    try (JMXConnector connector = node.connectJmx()) {
      call.on(connector.getMBeanServerConnection());
    } catch (IOException | JMException e) {
      throw new BenchException(
          "Node %d did not answer over JMX: %s.".formatted(node.number(), e.getMessage()), e);
    }
  }
}
