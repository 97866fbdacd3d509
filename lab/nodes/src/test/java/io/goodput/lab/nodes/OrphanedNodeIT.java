package io.goodput.lab.nodes;

import static java.lang.ProcessBuilder.Redirect.INHERIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A node whose parent process is killed")
class OrphanedNodeIT {

  private static final String PORT = "9152";

  @Test
  void node_parentKilled_stops(@TempDir Path folder) throws Exception {
    Process parent =
        JavaCommand.of(NodeStarter.class, folder.toString(), PORT).redirectError(INHERIT).start();
    ProcessHandle node;
    try (BufferedReader out = parent.inputReader()) {
      node = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
    } finally {
      parent.destroyForcibly().waitFor();
    }

    assertThat(node.onExit()).succeedsWithin(30, TimeUnit.SECONDS);
  }
}
