package io.goodput.cluster;

import static java.lang.ProcessBuilder.Redirect.INHERIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A node whose starting process is killed")
class OrphanIT {

  private static final int PORT = 9152;

  @Test
  void kill9OfTheStarter_whileTheNodeRuns_endsTheNode(@TempDir Path folder) throws Exception {
    Process starter =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StartsANode.class.getName(),
                folder.toString(),
                Integer.toString(PORT))
            .redirectError(INHERIT)
            .start();
    ProcessHandle node;
    try (BufferedReader out = starter.inputReader()) {
      node = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
    } finally {
      starter.destroyForcibly().waitFor();
    }

    assertThat(node.onExit()).succeedsWithin(30, TimeUnit.SECONDS);
  }
}
