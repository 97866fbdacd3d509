package io.goodput.cluster;

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
 * Real Cassandra nodes, each in its own process on this machine.
 *
 * <p>No node outlives the process that started it, however that process ends. Starting, stopping
 * and closing may be called by different threads; {@link #close} also ends a start in progress.
 */
public final class Cluster implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofMinutes(3);
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
   * Takes possession of the cluster's folder; starts nothing yet. A folder that holds the data of
   * an earlier start is resumed.
   *
   * @throws PreconditionException if the folder cannot be written to, is in use, or holds a cluster
   *     of another size, or if a port is taken
   */
  public static Cluster open(ClusterSpec spec) {
    Cluster cluster = new Cluster(spec, DataFolder.open(spec));
    try {
      cluster.nodes.forEach(Node::requireFreePorts);
      return cluster;
    } catch (PreconditionException e) {
      cluster.close();
      throw e;
    }
  }

  /** {@link #open} and {@link #start(Consumer)} in one; closed again if the start fails. */
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
   * Starts all nodes and waits until each answers clients, sees the others up, and agrees with them
   * on the schema.
   *
   * @param progress told what has been reached, a short line at a time
   * @throws ClusterException if a node ends, or three minutes pass; close this cluster then
   */
  public void start(Consumer<String> progress) {
    synchronized (this) {
      requireOpen();
      folder.remember();
      nodes.forEach(node -> node.spawn(spec.optionsOf(node.number())));
    }
    awaitReady(progress);
  }

  /** Starts a stopped node on its data, with the options that the cluster's spec has for it. */
  public void start(Node node) {
    start(node, spec.optionsOf(node.number()));
  }

  /** Starts a stopped node on its data with other options, and waits as after a first start. */
  public void start(Node node, NodeOptions options) {
    node.requireFreePorts();
    synchronized (this) {
      requireOpen();
      node.spawn(options);
    }
    awaitReady(progress -> {});
  }

  /**
   * Waits until every running node answers clients, sees exactly the running ones up, and agrees
   * with them on the schema. After a {@link Node#kill} the others take some ten seconds to notice.
   *
   * @param progress told what has been reached, a short line at a time
   * @throws ClusterException if a node ends, or three minutes pass
   */
  public void awaitReady(Consumer<String> progress) {
    List<Node> pending = new ArrayList<>(nodes.stream().filter(Node::isRunning).toList());
    List<Node> expected = List.copyOf(pending);
    Set<String> live = expected.stream().map(Node::address).collect(Collectors.toSet());
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!pending.isEmpty()) {
      requireOpen();
      // None is ready before all of them answer; to ask it would only slow the others' start.
      if (expected.stream().allMatch(node -> NodeView.accepts(node.contactPoint()))) {
        for (Node node : List.copyOf(pending)) {
          if (NodeView.isReady(node.jmxPort(), live)) {
            pending.remove(node);
            progress.accept("node %d of %d is up".formatted(node.number(), nodes.size()));
          }
        }
      }
      expected.stream()
          .filter(node -> !node.isRunning())
          .findFirst()
          .ifPresent(
              node -> {
                requireOpen();
                throw new ClusterException(node.explainEnd());
              });
      if (System.nanoTime() > deadline) {
        throw new ClusterException(
            "Node %d is not ready after %d seconds; its logs are in %s."
                .formatted(
                    pending.get(0).number(),
                    START_LIMIT.toSeconds(),
                    pending.get(0).log().getParent()));
      }
      pause();
    }
  }

  /** Where the cluster keeps everything. */
  public Path directory() {
    return spec.directory();
  }

  /** All nodes, running or not, by number. */
  public List<Node> nodes() {
    return nodes;
  }

  /** The node of this number, from 1. */
  public Node node(int number) {
    return nodes.get(number - 1);
  }

  /** Where clients connect to: the nodes that run. */
  public List<InetSocketAddress> contactPoints() {
    return nodes.stream().filter(Node::isRunning).map(Node::contactPoint).toList();
  }

  /** Stops all nodes in an orderly way and gives the folder back. Later calls do nothing. */
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

  /**
   * As {@link #close}, but kills the nodes: quick, where nobody needs what they have not flushed.
   */
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
