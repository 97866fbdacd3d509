package io.goodput.lab.nodes.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.nodes.JavaCommand;
import java.io.BufferedReader;
import org.junit.jupiter.api.Test;

class NodeMainTest {

  @Test
  void main_endOfInput_runsShutdownHooks() throws Exception {
    Process process = JavaCommand.of(NodeMain.class, BlockingMain.class.getName()).start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.readLine()).isEqualTo("running");

      process.getOutputStream().close();

      assertThat(out.readLine()).isEqualTo("stopped");
    } finally {
      process.destroyForcibly();
    }
  }
}
