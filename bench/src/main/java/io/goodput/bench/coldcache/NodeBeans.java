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
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.jspecify.annotations.Nullable;

/** A node's MBeans. Connects again when the node has restarted. */
final class NodeBeans implements AutoCloseable {

  private final Node node;
  private @Nullable JMXConnector connector;

  NodeBeans(Node node) {
    this.node = node;
  }

  /** The counts since the node started; empty if the node does not answer. */
  Optional<NodeCounts> counts() {
    try {
      MBeanServerConnection server = server();
      String table = "type=Table,keyspace=%s,scope=%s".formatted(Articles.KEYSPACE, Articles.TABLE);
      return Optional.of(
          new NodeCounts(
              count(server, "type=Cache,scope=ChunkCache,name=Hits"),
              count(server, "type=Cache,scope=ChunkCache,name=Misses"),
              count(server, table + ",name=ReadLatency"),
              count(server, "type=Messaging,name=READ_REQ-WaitLatency"),
              count(server, table + ",name=CoordinatorReadLatency")));
    } catch (IOException | JMException | RuntimeException e) {
      // The RMI registry of a starting node is empty, which is not an IOException.
      close();
      return Optional.empty();
    }
  }

  /** Writes the table to disk, so that reads come from there. */
  void flush() {
    call(
        server ->
            server.invoke(
                new ObjectName("org.apache.cassandra.db:type=StorageService"),
                "forceKeyspaceFlush",
                new Object[] {Articles.KEYSPACE, new String[] {Articles.TABLE}},
                new String[] {String.class.getName(), String[].class.getName()}));
  }

  /** Turns the disk's delay off or on. */
  void makeDiskInstant(boolean instant) {
    call(
        server ->
            JMX.newMXBeanProxy(server, new ObjectName(EmulatedDisk.MBEAN), EmulatedDiskMXBean.class)
                .setInstant(instant));
  }

  /** Makes the node write its copy of all partitions. */
  void writeRows() {
    call(server -> rows(server).write(Articles.INSERT, Articles.PARTITIONS, Articles.BODY_BYTES));
  }

  /** Makes the node read this many partitions from its own copy; each node draws others. */
  void readRows(int reads) {
    call(
        server ->
            rows(server)
                .read(Articles.SELECT, Articles.PARTITIONS, Articles.SKEW, node.number(), reads));
  }

  private static OwnRowsMXBean rows(MBeanServerConnection server) throws JMException {
    return JMX.newMXBeanProxy(server, new ObjectName(OwnRows.MBEAN), OwnRowsMXBean.class);
  }

  private interface Call {
    void on(MBeanServerConnection server) throws IOException, JMException;
  }

  private void call(Call call) {
    try {
      call.on(server());
    } catch (IOException | JMException | RuntimeException e) {
      throw new BenchException(
          "Node %d did not answer over JMX: %s."
              .formatted(node.number(), Objects.requireNonNullElse(e.getCause(), e)),
          e);
    }
  }

  private static long count(MBeanServerConnection server, String metric)
      throws IOException, JMException {
    ObjectName name = new ObjectName("org.apache.cassandra.metrics:" + metric);
    return (long) server.getAttribute(name, "Count");
  }

  private MBeanServerConnection server() throws IOException {
    JMXConnector open = connector;
    if (open == null) {
      open = node.connectJmx();
      connector = open;
    }
    return open.getMBeanServerConnection();
  }

  @Override
  public void close() {
    JMXConnector open = connector;
    connector = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // The node has stopped.
      }
    }
  }
}
