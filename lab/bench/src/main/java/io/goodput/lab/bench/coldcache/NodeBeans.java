package io.goodput.lab.bench.coldcache;

import io.goodput.cli.CommandException;
import io.goodput.lab.bench.coldcache.node.ThisNode;
import io.goodput.lab.bench.coldcache.node.ThisNodeMXBean;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.jspecify.annotations.Nullable;

/** A node's MBeans. Connects again when the node has restarted. Not thread-safe. */
final class NodeBeans {

  static final String SELECT = "SELECT body FROM bench.articles WHERE id = ?";

  /** All rows have the same timestamp, because its encoded size varies. */
  private static final String INSERT =
      "INSERT INTO bench.articles (id, body) VALUES (?, ?) USING TIMESTAMP 1";

  /** Cassandra's own bytes fill the rest of the chunk. */
  private static final int BODY_BYTES = 2_021;

  private final Node node;
  private @Nullable JMXConnector connector;

  NodeBeans(Node node) {
    this.node = node;
  }

  /**
   * Adds what the node counts in each second to a list, for some seconds or until done; all zero
   * while it does not answer. Then closes the connection.
   */
  void record(int length, BooleanSupplier isDone, List<NodeCounts> seconds) {
    long start = System.nanoTime();
    try {
      NodeCounts last = counts().orElse(NodeCounts.NONE);
      for (int second = 1; second <= length && !isDone.getAsBoolean(); second++) {
        long at = start + TimeUnit.SECONDS.toNanos(second);
        for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        NodeCounts now = counts().orElse(last);
        seconds.add(now.since(last));
        last = now;
      }
    } finally {
      close();
    }
  }

  /** The counts since the node started; empty if the node does not answer. */
  private Optional<NodeCounts> counts() {
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

  /**
   * Makes the node write its copy of all partitions to disk, and then read this many of them, so
   * that its cache is warm; each node draws others.
   */
  void fill(int reads) {
    try {
      MBeanServerConnection server = server();
      ThisNodeMXBean self =
          JMX.newMXBeanProxy(server, new ObjectName(ThisNode.MBEAN), ThisNodeMXBean.class);
      self.write(INSERT, ColdCache.PARTITIONS, BODY_BYTES);
      server.invoke(
          new ObjectName("org.apache.cassandra.db:type=StorageService"),
          "forceKeyspaceFlush",
          new Object[] {"bench", new String[] {"articles"}},
          new String[] {String.class.getName(), String[].class.getName()});
      self.read(SELECT, ColdCache.PARTITIONS, ColdCache.SKEW, node.number(), reads);
    } catch (IOException | JMException | RuntimeException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new CommandException(
          "Node %d did not answer over JMX: %s.".formatted(node.number(), cause), e);
    } finally {
      close();
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

  private void close() {
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
