package io.goodput.lab.nodes;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Real Cassandra nodes, each in its own process on this machine. Thread-safe; {@link #close} also
 * cancels a start in progress.
 *
 * <p>No node outlives the process that started it, even if that process is killed.
 */
public final class Cluster implements AutoCloseable {

  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
  private static final long POLL_MILLIS = 250;

  private final ClusterSpec spec;
  private final DataFolder folder;
  private final List<Node> nodes;
  private volatile boolean closed;

  private Cluster(ClusterSpec spec, DataFolder folder) {
    this.spec = spec;
    this.folder = folder;
    this.nodes =
        IntStream.rangeClosed(1, spec.nodes())
            .mapToObj(number -> new Node(new NodeLayout(spec, number, folder.storagePort())))
            .toList();
  }

  /**
   * Locks the cluster's folder without starting a node. If the folder holds the data of an earlier
   * start, the nodes will resume on that data.
   *
   * @throws PreconditionException if this JVM is not one that Cassandra runs on, or if the folder
   *     is not writable, is in use, or holds a cluster of another size, or if a port is in use
   */
  public static Cluster open(ClusterSpec spec) {
    NodeCommand.requireJava(Runtime.version().feature());
    Cluster cluster = new Cluster(spec, DataFolder.open(spec));
    try {
      cluster.nodes.forEach(Node::requireFreePorts);
      return cluster;
    } catch (PreconditionException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * Opens a cluster and starts its nodes, as {@link #open} and {@link #start(Consumer)} do. Closes
   * the cluster if the start fails.
   */
  public static Cluster start(ClusterSpec spec) {
    Cluster cluster = open(spec);
    try {
      cluster.start(progress -> {});
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * Starts all nodes and waits until each serves clients, sees the others as up, and agrees with
   * them on the schema.
   *
   * @param progress receives a short line for each node that becomes ready
   * @throws ClusterException if a node stops or is not ready after three minutes; close this
   *     cluster in that case
   */
  public void start(Consumer<String> progress) {
    synchronized (this) {
      requireOpen();
      folder.saveProperties();
      nodes.forEach(node -> node.spawn(spec.optionsOf(node.number())));
    }
    awaitReady(progress);
  }

  /** Restarts a stopped node on its data, with the options that the cluster's spec has for it. */
  public void start(Node node) {
    start(node, spec.optionsOf(node.number()));
  }

  /**
   * Restarts a stopped node on its data with other options, and waits as {@link #awaitReady} does.
   */
  public void start(Node node, NodeOptions options) {
    node.requireFreePorts();
    synchronized (this) {
      requireOpen();
      node.spawn(options);
    }
    awaitReady(progress -> {});
  }

  /**
   * Waits until every running node serves clients, sees exactly the running nodes as up, and agrees
   * with them on the schema. The other nodes need about ten seconds to notice a {@link Node#kill}.
   *
   * @param progress receives a short line for each node that becomes ready
   * @throws ClusterException if a node stops or is not ready after three minutes
   */
  public void awaitReady(Consumer<String> progress) {
    List<Node> running = nodes.stream().filter(Node::isRunning).toList();
    List<Node> pending = new ArrayList<>(running);
    long start = System.nanoTime();
    while (true) {
      requireOpen();
      removeReady(pending, running, progress);
      requireRunning(running);
      if (pending.isEmpty()) {
        return;
      }
      if (System.nanoTime() - start > START_TIMEOUT.toNanos()) {
        throw notReady(pending.get(0));
      }
      pause();
    }
  }

  private void removeReady(List<Node> pending, List<Node> running, Consumer<String> progress) {
    // No node is ready before all of them accept connections. JMX calls would slow their start.
    if (!running.stream().allMatch(node -> NodeStatus.acceptsConnections(node.contactPoint()))) {
      return;
    }
    Set<String> live = running.stream().map(Node::address).collect(Collectors.toSet());
    for (Node node : List.copyOf(pending)) {
      if (NodeStatus.isReady(node, live)) {
        pending.remove(node);
        progress.accept("node %d of %d is up".formatted(node.number(), nodes.size()));
      }
    }
  }

  private void requireRunning(List<Node> expected) {
    for (Node node : expected) {
      if (!node.isRunning()) {
        requireOpen();
        throw new ClusterException(node.explainEnd());
      }
    }
  }

  private static ClusterException notReady(Node node) {
    return new ClusterException(
        "Node %d is not ready after %d seconds; its logs are in %s."
            .formatted(node.number(), START_TIMEOUT.toSeconds(), node.log().getParent()));
  }

  /** The folder that holds the configuration, data and logs of all nodes. */
  public Path directory() {
    return spec.directory();
  }

  /** All nodes by number, running or not. */
  public List<Node> nodes() {
    return nodes;
  }

  /** The node with this number, counted from 1. */
  public Node node(int number) {
    return nodes.get(number - 1);
  }

  /** The CQL addresses of the running nodes. */
  public List<InetSocketAddress> contactPoints() {
    return nodes.stream().filter(Node::isRunning).map(Node::contactPoint).toList();
  }

  /** Stops all nodes gracefully and unlocks the folder. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    nodes.forEach(Node::requestStop);
    nodes.forEach(Node::awaitEnd);
    folder.close();
  }

  /** Kills all nodes and closes this cluster. Faster than {@link #close}, but flushes nothing. */
  public void kill() {
    nodes.forEach(Node::kill);
    close();
  }

  private void requireOpen() {
    if (closed) {
      throw new ClusterException("The cluster was closed.");
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while the cluster was starting.", e);
    }
  }
}
