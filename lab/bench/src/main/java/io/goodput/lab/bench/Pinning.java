package io.goodput.lab.bench;

import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/** Keeps processes to a core, so that client and nodes do not wait for each other. */
public final class Pinning {

  private Pinning() {}

  /** Keeps all running nodes to one core. Returns false if that is not possible. */
  public static boolean pin(Cluster cluster, int core) throws InterruptedException {
    for (Node node : cluster.nodes()) {
      if (node.pid().isEmpty() || !pin(node.pid().get(), core)) {
        return false;
      }
    }
    return true;
  }

  /** Keeps this process to one core. Returns false if that is not possible. */
  public static boolean pinThisProcess(int core) throws InterruptedException {
    return pin(ProcessHandle.current().pid(), core);
  }

  /** Keeps all threads of a process, and those that they start, to one core. */
  private static boolean pin(long pid, int core) throws InterruptedException {
    try {
      return new ProcessBuilder(
                  "taskset", "-a", "-c", "-p", Integer.toString(core), Long.toString(pid))
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
