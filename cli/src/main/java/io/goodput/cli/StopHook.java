package io.goodput.cli;

import io.goodput.cluster.Cluster;
import io.goodput.cluster.Node;
import java.io.PrintWriter;

/**
 * Stops the nodes when this process ends. After {@code kill -9}, the nodes stop by themselves.
 *
 * <p>The exit code remains that of the JVM, 130 after Ctrl-C and 143 after SIGTERM, so that shells
 * and service managers can tell an interrupted command from a failed one.
 */
final class StopHook extends Thread {

  private final Cluster cluster;
  private final PrintWriter err;
  private volatile boolean stopping;

  StopHook(Cluster cluster, PrintWriter err) {
    super("goodput-stop");
    this.cluster = cluster;
    this.err = err;
  }

  boolean isStopping() {
    return stopping;
  }

  @Override
  public void run() {
    stopping = true;
    boolean running = cluster.nodes().stream().anyMatch(Node::isRunning);
    if (running) {
      err.println("Stopping ...");
      err.flush();
    }
    cluster.close();
    if (running) {
      err.println("Stopped.");
      err.flush();
    }
  }
}
