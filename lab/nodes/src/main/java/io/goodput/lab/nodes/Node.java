package io.goodput.lab.nodes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * One node of a {@link Cluster}, in its own process. Thread-safe.
 *
 * <p>{@link #stop} and {@link #kill} return once the process has ended. {@link Cluster#start(Node)}
 * restarts the node.
 */
public final class Node {

  private static final long STOP_TIMEOUT_SECONDS = 30;

  private final NodeLayout layout;
  private final int jmxPort;
  private volatile Optional<Process> process = Optional.empty();

  Node(NodeLayout layout) {
    this.layout = layout;
    this.jmxPort = layout.spec().jmxPortOf(layout.number());
  }

  /** The node's number, counted from 1. */
  public int number() {
    return layout.number();
  }

  /** The address and port that serve CQL clients. */
  public InetSocketAddress contactPoint() {
    return new InetSocketAddress(address(), layout.spec().nativePort());
  }

  /** The JMX port on 127.0.0.1, for nodetool and other JMX clients; it needs no password. */
  public int jmxPort() {
    return jmxPort;
  }

  /**
   * Opens a JMX connection to the node. The caller closes it.
   *
   * @throws IOException if the node does not accept JMX connections
   */
  @SuppressWarnings("BanJNDI") // The address is a node on the loopback interface.
  public JMXConnector connectJmx() throws IOException {
    return JMXConnectorFactory.connect(
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + jmxPort + "/jmxrmi"));
  }

  /** Cassandra's system.log. */
  public Path log() {
    return layout.log();
  }

  /** The file that receives the process's standard output and error. */
  public Path output() {
    return layout.output();
  }

  /** The folder that holds the node's configuration, data and logs. */
  public Path home() {
    return layout.home();
  }

  /** The process ID; empty if the node is not running. */
  public Optional<Long> pid() {
    return running().map(Process::pid);
  }

  /** Whether the process exists. The node may still be starting. */
  public boolean isRunning() {
    return running().isPresent();
  }

  /** Completes when the process ends, or immediately if there is no process. */
  public CompletableFuture<Node> onExit() {
    return process
        .map(started -> started.onExit().thenApply(ended -> this))
        .orElseGet(() -> CompletableFuture.completedFuture(this));
  }

  /** Stops the node gracefully, so that it drains. Kills it after 30 seconds. */
  public void stop() {
    requestStop();
    awaitEnd();
  }

  /** Kills the process, as {@code kill -9} does. */
  public void kill() {
    running().ifPresent(Process::destroyForcibly);
    awaitEnd();
  }

  /** Suspends the process, so that the node hangs until {@link #resume}. Needs {@code kill}. */
  public void suspend() {
    signal("STOP");
  }

  /** Resumes a suspended process. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    Long pid =
        pid().orElseThrow(() -> new ClusterException("Node " + number() + " is not running."));
    try {
      int exitCode = new ProcessBuilder("kill", "-" + name, pid.toString()).start().waitFor();
      if (exitCode != 0) {
        throw new ClusterException("kill -%s %d failed.".formatted(name, pid));
      }
    } catch (IOException e) {
      throw new ClusterException("Cannot run kill: " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while a signal was sent to a node.", e);
    }
  }

  /** One sentence that says why the process ended, if its logs show it, and where the logs are. */
  public String explainEnd() {
    String reason =
        StartFailure.reason(output(), log())
            .orElseGet(
                () -> process.map(ended -> "exit code " + ended.exitValue()).orElse("not started"));
    return "Node %d (%s) stopped: %s; its logs are in %s."
        .formatted(number(), address(), reason, layout.logs());
  }

  String address() {
    return NodeLayout.address(layout.number());
  }

  void requireFreePorts() {
    InetSocketAddress cql = contactPoint();
    Ports.requireFree(cql.getAddress(), cql.getPort());
    Ports.requireFree(cql.getAddress(), layout.storagePort());
    Ports.requireFree(InetAddress.getLoopbackAddress(), jmxPort);
  }

  synchronized void spawn(NodeOptions options) {
    if (isRunning()) {
      throw new IllegalStateException("node " + number() + " is already running");
    }
    layout.write(options);
    try {
      process =
          Optional.of(
              new ProcessBuilder(NodeCommand.of(layout, options))
                  .directory(layout.home().toFile())
                  .redirectErrorStream(true)
                  .redirectOutput(layout.output().toFile())
                  .start());
    } catch (IOException e) {
      throw new ClusterException("Cannot start a node: " + e.getMessage() + ".", e);
    }
  }

  /** Closes the standard input of the process, which makes it stop gracefully. */
  void requestStop() {
    running()
        .ifPresent(
            started -> {
              try {
                started.getOutputStream().close();
              } catch (IOException e) {
                // The process is already ending.
              }
            });
  }

  /** Waits until a process that was asked to stop has ended. Kills it after 30 seconds. */
  void awaitEnd() {
    process.ifPresent(
        started -> {
          try {
            if (!started.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
              started.destroyForcibly().waitFor();
            }
          } catch (InterruptedException e) {
            started.destroyForcibly();
            Thread.currentThread().interrupt();
          }
        });
  }

  private Optional<Process> running() {
    return process.filter(Process::isAlive);
  }
}
