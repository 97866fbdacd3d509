package io.goodput.lab.bench.arms;

import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/** Which cores of this machine a benchmark uses for what. */
public final class Cores {

  private Cores() {}

  /**
   * Keeps a node that has restarted to the core of the nodes, once they are separate. Returns
   * whether it could.
   */
  public static boolean separate(Node node) throws InterruptedException {
    return node.pid().isPresent() && pin(node.pid().get(), 1);
  }

  /** Keeps nodes to one core, and this process to another. Returns whether it could. */
  public static boolean separate(List<Node> nodes) throws InterruptedException {
    boolean possible = Runtime.getRuntime().availableProcessors() > 1;
    for (Node node : nodes) {
      possible = possible && node.pid().isPresent() && pin(node.pid().get(), 1);
    }
    return possible && pin(ProcessHandle.current().pid(), 0);
  }

  /**
   * Keeps all threads of a process, and those that they start, to one core, if that is possible.
   */
  private static boolean pin(long pid, int core) throws InterruptedException {
    try {
      return new ProcessBuilder("taskset", "-a", "-c", "-p", "" + core, "" + pid)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
