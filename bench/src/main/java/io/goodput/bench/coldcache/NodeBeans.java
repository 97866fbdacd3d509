package io.goodput.bench.coldcache;

import io.goodput.bench.BenchException;
import io.goodput.bench.coldcache.node.EmulatedDisk;
import io.goodput.bench.coldcache.node.EmulatedDiskMXBean;
import io.goodput.bench.coldcache.node.OwnRows;
import io.goodput.bench.coldcache.node.OwnRowsMXBean;
import io.goodput.cluster.Node;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** A node's MBeans, over a connection that is made again when the node has restarted. */
final class NodeBeans implements AutoCloseable {

  private final Node node;
  private @Nullable JMXConnector connector;

  NodeBeans(Node node) {
    this.node = node;
  }

  /** What the node has counted since it started; empty while it cannot be asked. */
  Optional<NodeCounts> counts() {
    try {
      MBeanServerConnection server = server();
      return Optional.of(
          new NodeCounts(
              count(server, "type=Cache,scope=ChunkCache,name=Hits"),
              count(server, "type=Cache,scope=ChunkCache,name=Misses"),
              ofTable(server, "ReadLatency"),
              count(server, "type=Messaging,name=READ_REQ-WaitLatency"),
              ofTable(server, "CoordinatorReadLatency")));
    } catch (IOException | JMException | RuntimeException e) {
      // A node that is only starting has a registry with nothing in it: that is no IOException.
      close();
      return Optional.empty();
    }
  }

  /** Writes the table to disk, so that reads come from there. */
  void flush() {
    try {
      server()
          .invoke(
              new ObjectName("org.apache.cassandra.db:type=StorageService"),
              "forceKeyspaceFlush",
              new Object[] {Rows.KEYSPACE, new String[] {Rows.TABLE}},
              new String[] {String.class.getName(), String[].class.getName()});
    } catch (IOException | JMException e) {
      throw new BenchException(
          "Node %d did not flush: %s.".formatted(node.number(), e.getMessage()), e);
    }
  }

  /** Whether reads of the node's disk take no time from now on. */
  void makeDiskInstant(boolean instant) {
    ask(EmulatedDisk.MBEAN, EmulatedDiskMXBean.class, disk -> disk.setInstant(instant));
  }

  /** Has the node write its copy of all partitions. */
  void writeRows() {
    ask(
        OwnRows.MBEAN,
        OwnRowsMXBean.class,
        rows -> rows.write(Rows.INSERT, Rows.PARTITIONS, Rows.BODY_BYTES));
  }

  /** Has the node read so many partitions for itself, each node others. */
  void readRows(int reads) {
    ask(
        OwnRows.MBEAN,
        OwnRowsMXBean.class,
        rows -> rows.read(Rows.SELECT, Rows.PARTITIONS, Rows.SKEW, node.number(), reads));
  }

  private <T> void ask(String bean, Class<T> type, Consumer<T> action) {
    try {
      action.accept(JMX.newMXBeanProxy(server(), new ObjectName(bean), type));
    } catch (IOException | JMException | RuntimeException e) {
      throw new BenchException(
          "Node %d did not do as %s asked: %s."
              .formatted(node.number(), bean, Objects.requireNonNullElse(e.getCause(), e)),
          e);
    }
  }

  @Override
  public void close() {
    JMXConnector open = connector;
    connector = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // The node is gone, and the connection with it.
      }
    }
  }

  private static long ofTable(MBeanServerConnection server, String name)
      throws IOException, JMException {
    return count(
        server,
        "type=Table,keyspace=%s,scope=%s,name=%s".formatted(Rows.KEYSPACE, Rows.TABLE, name));
  }

  private static long count(MBeanServerConnection server, String properties)
      throws IOException, JMException {
    ObjectName name = new ObjectName("org.apache.cassandra.metrics:" + properties);
    return (long) server.getAttribute(name, "Count");
  }

  @SuppressWarnings("BanJNDI") // The address is a node of our own on the loopback interface.
  private MBeanServerConnection server() throws IOException {
    JMXConnector open = connector;
    if (open == null) {
      open =
          JMXConnectorFactory.connect(
              new JMXServiceURL(
                  "service:jmx:rmi:///jndi/rmi://127.0.0.1:" + node.jmxPort() + "/jmxrmi"));
      connector = open;
    }
    return open.getMBeanServerConnection();
  }
}
