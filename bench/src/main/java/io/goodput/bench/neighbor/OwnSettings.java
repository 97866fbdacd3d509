package io.goodput.bench.neighbor;

import io.goodput.bench.BenchException;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Cassandra's own settings against overload, changed by JMX while the nodes run. */
record OwnSettings(Cluster cluster, List<Object> stock) {

  /**
   * A setting.
   *
   * @param name in cassandra.yaml
   * @param best what suits clients with the deadline of this benchmark
   */
  private record Setting(String name, String bean, String attribute, Object best) {

    String text() {
      return name + ": " + best;
    }
  }

  private static final String STORAGE = "db:type=StorageService";
  private static final String PROXY = "db:type=StorageProxy";

  /**
   * How old the oldest request in the queue may be: 100 ms, a tenth of the deadline, as a part of
   * {@code native_transport_timeout}. Its default of 12 s cannot change while a node runs.
   */
  private static final double MOST_AGE = 0.0083;

  private static final long DEADLINE_MS = NoisyNeighbor.DEADLINE.toMillis();

  private static final List<Setting> BEST =
      List.of(
          new Setting(
              "native_transport_queue_max_item_age_threshold",
              STORAGE,
              "NativeTransportQueueMaxItemAgeThreshold",
              MOST_AGE),
          new Setting(
              "native_transport_max_threads",
              "transport:type=Native-Transport-Requests",
              "MaximumPoolSize",
              NoisyNeighbor.BEST_THREADS),
          new Setting("read_request_timeout (ms)", PROXY, "ReadRpcTimeout", DEADLINE_MS),
          new Setting("range_request_timeout (ms)", PROXY, "RangeRpcTimeout", DEADLINE_MS),
          new Setting("write_request_timeout (ms)", PROXY, "WriteRpcTimeout", DEADLINE_MS));

  /** Remembers the settings of a stock node. */
  static OwnSettings of(Cluster cluster) {
    List<Object> stock = new ArrayList<>();
    call(
        cluster.node(1),
        server -> {
          for (Setting setting : BEST) {
            stock.add(
                server.getMBeanServerConnection().getAttribute(bean(setting), setting.attribute));
          }
        });
    return new OwnSettings(cluster, List.copyOf(stock));
  }

  /** All settings in one line. */
  static String text() {
    return BEST.stream().map(Setting::text).collect(Collectors.joining(", "))
        + ", native_transport_throw_on_overload: true";
  }

  /** Switches all nodes to the best settings, or back. */
  void set(boolean best) {
    for (int i = 0; i < BEST.size(); i++) {
      Setting setting = BEST.get(i);
      set(setting.bean, setting.attribute, best ? setting.best : stock.get(i));
    }
  }

  /** Whether connections that are opened from now on get an error while a node is overloaded. */
  void throwOnOverload(boolean isThrown) {
    set(STORAGE, "NativeTransportThrowOnOverload", isThrown);
  }

  private void set(String bean, String attribute, Object value) {
    for (Node node : cluster.nodes()) {
      call(
          node,
          server ->
              server
                  .getMBeanServerConnection()
                  .setAttribute(name(bean), new Attribute(attribute, value)));
    }
  }

  private static ObjectName bean(Setting setting) throws JMException {
    return name(setting.bean);
  }

  private static ObjectName name(String bean) throws JMException {
    return new ObjectName("org.apache.cassandra." + bean);
  }

  private interface Call {
    void on(JMXConnector server) throws IOException, JMException;
  }

  private static void call(Node node, Call call) {
    try (JMXConnector server = node.connectJmx()) {
      call.on(server);
    } catch (IOException | JMException e) {
      throw new BenchException(
          "Node %d did not answer over JMX: %s.".formatted(node.number(), e.getMessage()), e);
    }
  }
}
