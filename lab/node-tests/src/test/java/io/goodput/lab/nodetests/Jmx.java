package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.util.Set;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Reads and calls the MBeans of a node. */
final class Jmx {

  static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

  private Jmx() {}

  private interface Call {
    Object on(MBeanServerConnection server) throws IOException, JMException;
  }

  /** The {@code Count} or {@code Value} of one of Goodput's metrics. */
  static Object metric(Node node, String properties, String attribute)
      throws IOException, JMException {
    return attribute(node, "org.apache.cassandra.metrics:type=Goodput," + properties, attribute);
  }

  /** The names of all of Goodput's metrics. */
  static Set<ObjectName> metrics(Node node) throws IOException, JMException {
    ObjectName all = new ObjectName("org.apache.cassandra.metrics:type=Goodput,*");
    try (JMXConnector connector = node.connectJmx()) {
      return connector.getMBeanServerConnection().queryNames(all, null);
    }
  }

  /** The number of reads of the table that the node has served as a replica. */
  static long replicaReads(Node node, String keyspace, String table)
      throws IOException, JMException {
    return replicaRequests(node, keyspace, table, "ReadLatency");
  }

  /** The number of writes to the table that the node has applied as a replica. */
  static long replicaWrites(Node node, String keyspace, String table)
      throws IOException, JMException {
    return replicaRequests(node, keyspace, table, "WriteLatency");
  }

  private static long replicaRequests(Node node, String keyspace, String table, String metric)
      throws IOException, JMException {
    String bean =
        "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name=%s"
            .formatted(keyspace, table, metric);
    return (long) attribute(node, bean, "Count");
  }

  /** Reads, or writes, of clients that have failed since the node started. */
  static long failures(Node node, String scope) throws IOException, JMException {
    String bean = "org.apache.cassandra.metrics:type=ClientRequest,scope=%s,name=Failures";
    return (long) attribute(node, bean.formatted(scope), "Count");
  }

  /** A metric of Cassandra's chunk cache: {@code Size} in bytes, {@code Hits} or {@code Misses}. */
  static long chunkCache(Node node, String metric) throws IOException, JMException {
    String bean = "org.apache.cassandra.metrics:type=Cache,scope=ChunkCache,name=" + metric;
    String attribute = metric.equals("Size") ? "Value" : "Count";
    return ((Number) attribute(node, bean, attribute)).longValue();
  }

  /** Flushes the keyspace's memtables. */
  static void flush(Node node, String keyspace) throws IOException, JMException {
    invoke(
        node,
        STORAGE_SERVICE,
        "forceKeyspaceFlush",
        new Object[] {keyspace, new String[0]},
        new String[] {String.class.getName(), String[].class.getName()});
  }

  static void set(Node node, String bean, String attribute, Object value)
      throws IOException, JMException {
    ObjectName name = new ObjectName(bean);
    call(
        node,
        server -> {
          server.setAttribute(name, new Attribute(attribute, value));
          return value;
        });
  }

  static Object attribute(Node node, String bean, String attribute)
      throws IOException, JMException {
    ObjectName name = new ObjectName(bean);
    return call(node, server -> server.getAttribute(name, attribute));
  }

  static void invoke(Node node, String bean, String operation) throws IOException, JMException {
    invoke(node, bean, operation, new Object[0], new String[0]);
  }

  /** Invokes an operation; returns what it returns, as text. */
  static String invoke(
      Node node, String bean, String operation, Object[] arguments, String[] signature)
      throws IOException, JMException {
    ObjectName name = new ObjectName(bean);
    return (String)
        call(node, server -> String.valueOf(server.invoke(name, operation, arguments, signature)));
  }

  private static Object call(Node node, Call call) throws IOException, JMException {
    try (JMXConnector connector = node.connectJmx()) {
      return call.on(connector.getMBeanServerConnection());
    }
  }
}
