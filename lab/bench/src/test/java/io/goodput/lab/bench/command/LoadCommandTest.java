package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadCommandTest {

  private final StringWriter err = new StringWriter();
  private final CommandLine command = Lab.commandLine().setErr(new PrintWriter(err, true));

  @Test
  void execute_rateAboveTheBound_exitsWithTwo() {
    assertThat(command.execute("load", "--rate", "20001")).isEqualTo(2);
    assertThat(err.toString()).startsWith("--rate must be 1 to 20000, not 20001");
  }

  @Test
  void execute_noTime_exitsWithTwo() {
    assertThat(command.execute("load", "--seconds", "0")).isEqualTo(2);
    assertThat(err.toString()).startsWith("--seconds must be 1 to 3600, not 0");
  }

  @Test
  void execute_noCluster_saysSo() {
    assertThat(command.execute("load", "--port", "1")).isEqualTo(2);
    assertThat(err.toString()).startsWith("goodput: No Cassandra answers at 127.0.0.1:1");
  }
}
