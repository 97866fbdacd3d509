package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.BenchException;
import io.goodput.lab.bench.coldcache.node.ThisNode;
import io.goodput.lab.bench.coldcache.node.ThisNodeMXBean;
import io.goodput.lab.nodes.Node;
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
      String table = "type=Table,keyspace=bench,scope=articles,name=";
      return Optional.of(
          new NodeCounts(
              count("type=Cache,scope=ChunkCache,name=Hits"),
              count("type=Cache,scope=ChunkCache,name=Misses"),
              count(table + "ReadLatency"),
              count("type=Messaging,name=READ_REQ-WaitLatency"),
              count(table + "CoordinatorReadLatency")));
    } catch (IOException | JMException | RuntimeException e) {
      // The RMI registry of a starting node is empty, which is not an IOException.
      close();
      return Optional.empty();
    }
  }

  private long count(String metric) throws IOException, JMException {
    ObjectName name = new ObjectName("org.apache.cassandra.metrics:" + metric);
    return (long) server().getAttribute(name, "Count");
  }

  /** Makes the node write its copy of all partitions to disk, so that reads come from there. */
  void writeRows() {
    call(
        server -> {
          thisNode(server).write(Articles.INSERT, Articles.PARTITIONS, Articles.BODY_BYTES);
          server.invoke(
              new ObjectName("org.apache.cassandra.db:type=StorageService"),
              "forceKeyspaceFlush",
              new Object[] {"bench", new String[] {"articles"}},
              new String[] {String.class.getName(), String[].class.getName()});
        });
  }

  /** Makes the node read this many partitions from its own copy; each node draws others. */
  void readRows(int reads) {
    int seed = node.number();
    call(
        server ->
            thisNode(server)
                .read(Articles.SELECT, Articles.PARTITIONS, Articles.SKEW, seed, reads));
  }

  private static ThisNodeMXBean thisNode(MBeanServerConnection server) throws JMException {
    return JMX.newMXBeanProxy(server, new ObjectName(ThisNode.MBEAN), ThisNodeMXBean.class);
  }

  private interface Call {
    void on(MBeanServerConnection server) throws IOException, JMException;
  }

  private void call(Call call) {
    try {
      call.on(server());
    } catch (IOException | JMException | RuntimeException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new BenchException(
          "Node %d did not answer over JMX: %s.".formatted(node.number(), cause), e);
    }
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
