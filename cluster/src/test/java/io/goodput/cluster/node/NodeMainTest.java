package io.goodput.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NodeMainTest {

  @Test
  void main_inputCloses_endsInAnOrderlyWay() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                NodeMain.class.getName(),
                WaitsForever.class.getName())
            .start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.readLine()).isEqualTo("running");

      process.getOutputStream().close();

      assertThat(out.readLine()).isEqualTo("stopped");
    } finally {
      process.destroyForcibly();
    }
  }
}
