package io.goodput.bench.overload;

import io.goodput.bench.BenchException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;

/**
 * Keeps processes to one core each, so that a node can be asked for more than it can do by a client
 * on the same machine. Needs two cores and {@code taskset}, which is on every Linux.
 */
final class Pinning {

  private static final int LIMIT_SECONDS = 10;

  private Pinning() {}

  static boolean isPossible() {
    return Runtime.getRuntime().availableProcessors() > 1 && taskset("--version");
  }

  /** All threads of a process, and those that they start. */
  static boolean pin(long pid, int core) {
    return taskset("-a", "-c", "-p", Integer.toString(core), Long.toString(pid));
  }

  private static boolean taskset(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "taskset";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
  }
}
