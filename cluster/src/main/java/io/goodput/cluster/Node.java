package io.goodput.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One node of a {@link Cluster}: a process of its own. Safe for use by several threads.
 *
 * <p>{@link #stop} and {@link #kill} return when the process is gone. To start it again, see {@link
 * Cluster#start(Node)}.
 */
public final class Node {

  private static final long STOP_LIMIT_SECONDS = 30;

  private final NodeLayout layout;
  private final int jmxPort;
  private volatile Optional<Process> process = Optional.empty();

  Node(NodeLayout layout) {
    this.layout = layout;
    this.jmxPort = layout.spec().jmxPortOf(layout.number());
  }

  /** From 1. */
  public int number() {
    return layout.number();
  }

  /** Where the node answers CQL. */
  public InetSocketAddress contactPoint() {
    return new InetSocketAddress(address(), layout.spec().nativePort());
  }

  /** The port on 127.0.0.1 where nodetool and other JMX clients connect, without a password. */
  public int jmxPort() {
    return jmxPort;
  }

  /** Cassandra's log. */
  public Path log() {
    return layout.log();
  }

  /** What the process wrote to standard output and error. */
  public Path output() {
    return layout.output();
  }

  /** The folder that holds the node's configuration, data and logs. */
  public Path home() {
    return layout.home();
  }

  /** The id of the process; empty when the node is not running. */
  public Optional<Long> pid() {
    return running().map(Process::pid);
  }

  /** Whether there is a process. It may still be starting. */
  public boolean isRunning() {
    return running().isPresent();
  }

  /** Completes when the process ends, at once when there is none. */
  public CompletableFuture<Node> onExit() {
    return process
        .map(started -> started.onExit().thenApply(ended -> this))
        .orElseGet(() -> CompletableFuture.completedFuture(this));
  }

  /** Stops the node in an orderly way: it tells the others and flushes. Killed after 30 seconds. */
  public void stop() {
    requestStop();
    awaitEnd();
  }

  /** Kills the process as {@code kill -9} does. */
  public void kill() {
    running().ifPresent(Process::destroyForcibly);
    awaitEnd();
  }

  /** One sentence: why the process ended, as far as its logs tell, and where they are. */
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
      throw new IllegalStateException("node " + number() + " is running already");
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

  /** Closes the standard input of the process, on which it stops. */
  void requestStop() {
    running()
        .ifPresent(
            started -> {
              try {
                started.getOutputStream().close();
              } catch (IOException e) {
                // The process is ending already.
              }
            });
  }

  /** Waits for the end of a process that was told to end. */
  void awaitEnd() {
    process.ifPresent(
        started -> {
          try {
            if (!started.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
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
