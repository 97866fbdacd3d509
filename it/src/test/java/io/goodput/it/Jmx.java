package io.goodput.it;

import io.goodput.cluster.Node;
import java.io.IOException;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A node's MBeans. */
final class Jmx {

  private Jmx() {}

  private interface Request {
    Object to(MBeanServerConnection server) throws IOException, JMException;
  }

  /** The count or the value of one of Goodput's metrics. */
  static Object metric(Node node, String properties, String attribute)
      throws IOException, JMException {
    return attribute(node, "org.apache.cassandra.metrics:type=Goodput," + properties, attribute);
  }

  /** How many hints the node has ever stored for others. */
  static long hintsStored(Node node) throws IOException, JMException {
    String bean = "org.apache.cassandra.metrics:type=Storage,name=TotalHints";
    return (long) attribute(node, bean, "Count");
  }

  /** How many reads of the table the node has served as a replica. */
  static long replicaReads(Node node, String keyspace, String table)
      throws IOException, JMException {
    String bean =
        "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name=ReadLatency"
            .formatted(keyspace, table);
    return (long) attribute(node, bean, "Count");
  }

  /** A figure of Cassandra's chunk cache: {@code Size} in bytes, {@code Hits} or {@code Misses}. */
  static long chunkCache(Node node, String metric) throws IOException, JMException {
    String bean = "org.apache.cassandra.metrics:type=Cache,scope=ChunkCache,name=" + metric;
    String attribute = metric.equals("Size") ? "Value" : "Count";
    return ((Number) attribute(node, bean, attribute)).longValue();
  }

  /** Writes what the keyspace has in memory to disk. */
  static void flush(Node node, String keyspace) throws IOException, JMException {
    invoke(
        node,
        "org.apache.cassandra.db:type=StorageService",
        "forceKeyspaceFlush",
        new Object[] {keyspace, new String[0]},
        new String[] {String.class.getName(), String[].class.getName()});
  }

  static void set(Node node, String bean, String attribute, Object value)
      throws IOException, JMException {
    ObjectName name = new ObjectName(bean);
    ask(
        node,
        server -> {
          server.setAttribute(name, new Attribute(attribute, value));
          return value;
        });
  }

  static Object attribute(Node node, String bean, String attribute)
      throws IOException, JMException {
    ObjectName name = new ObjectName(bean);
    return ask(node, server -> server.getAttribute(name, attribute));
  }

  static void invoke(Node node, String bean, String operation) throws IOException, JMException {
    invoke(node, bean, operation, new Object[0], new String[0]);
  }

  static void invoke(
      Node node, String bean, String operation, Object[] arguments, String[] signature)
      throws IOException, JMException {
    ObjectName name = new ObjectName(bean);
    ask(node, server -> String.valueOf(server.invoke(name, operation, arguments, signature)));
  }

  @SuppressWarnings("BanJNDI") // The address is a node of our own on the loopback interface.
  private static Object ask(Node node, Request request) throws IOException, JMException {
    JMXServiceURL url =
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + node.jmxPort() + "/jmxrmi");
    try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
      return request.to(connector.getMBeanServerConnection());
    }
  }
}
