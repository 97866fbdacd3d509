package io.goodput.lab.nodes;

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

/** The state that a running node reports for itself and for the other nodes. */
final class NodeStatus {

  private static final int CONNECT_TIMEOUT_MILLIS = 500;

  private NodeStatus() {}

  /**
   * Returns whether the node serves clients, sees exactly the {@code live} addresses as up, and
   * agrees with those nodes on the schema. Returns false if the node does not answer.
   */
  static boolean isReady(Node node, Set<String> live) {
    try (JMXConnector connector = node.connectJmx()) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      return Boolean.TRUE.equals(attribute(server, "StorageService", "NativeTransportRunning"))
          && addresses(attribute(server, "StorageService", "LiveNodes")).equals(live)
          && agreesOnSchema(attribute(server, "StorageProxy", "SchemaVersions"));
    } catch (IOException | JMException e) {
      return false;
    }
  }

  /** Returns whether the node's CQL port accepts connections. Much cheaper than a JMX call. */
  static boolean acceptsConnections(InetSocketAddress contactPoint) {
    try (Socket socket = new Socket()) {
      socket.connect(contactPoint, CONNECT_TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Object attribute(MBeanServerConnection server, String type, String name)
      throws IOException, JMException {
    return server.getAttribute(new ObjectName("org.apache.cassandra.db:type=" + type), name);
  }

  /** Cassandra lists nodes that are down under the version UNREACHABLE, which does not count. */
  private static boolean agreesOnSchema(Object versions) {
    return ((Map<?, ?>) versions)
            .keySet().stream().filter(version -> !version.equals("UNREACHABLE")).count()
        == 1;
  }

  private static Set<String> addresses(Object liveNodes) {
    return ((Collection<?>) liveNodes).stream().map(Object::toString).collect(Collectors.toSet());
  }
}
