package io.goodput.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What a running node says of itself and of the others. */
final class NodeView {

  private static final int CONNECT_TIMEOUT_MILLIS = 500;

  private NodeView() {}

  /**
   * Whether the node serves clients, sees exactly {@code live} as up, and agrees with them on the
   * schema. False also when the node cannot be asked.
   */
  static boolean isReady(int jmxPort, Set<String> live) {
    try (JMXConnector connector = connect(jmxPort)) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      return Boolean.TRUE.equals(attribute(server, "StorageService", "NativeTransportRunning"))
          && addresses(attribute(server, "StorageService", "LiveNodes")).equals(live)
          && agreesOnSchema(attribute(server, "StorageProxy", "SchemaVersions"));
    } catch (IOException | JMException e) {
      return false;
    }
  }

  /** An attribute of one of Cassandra's own MBeans. */
  static Object attribute(int jmxPort, String type, String name) throws IOException, JMException {
    try (JMXConnector connector = connect(jmxPort)) {
      return attribute(connector.getMBeanServerConnection(), type, name);
    }
  }

  private static Object attribute(MBeanServerConnection server, String type, String name)
      throws IOException, JMException {
    return server.getAttribute(new ObjectName("org.apache.cassandra.db:type=" + type), name);
  }

  /** Whether something listens at the address: a question that costs little. */
  static boolean accepts(InetSocketAddress cql) {
    try (Socket socket = new Socket()) {
      socket.connect(cql, CONNECT_TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Nodes that are down are listed under a version of their own. */
  private static boolean agreesOnSchema(Object versions) {
    return ((Map<?, ?>) versions)
            .keySet().stream().filter(version -> !version.equals("UNREACHABLE")).count()
        == 1;
  }

  private static Set<String> addresses(Object liveNodes) {
    return ((Collection<?>) liveNodes).stream().map(Object::toString).collect(Collectors.toSet());
  }

  @SuppressWarnings("BanJNDI") // The address is a node of our own on the loopback interface.
  private static JMXConnector connect(int port) throws IOException {
    return JMXConnectorFactory.connect(
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"));
  }
}
