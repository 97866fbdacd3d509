package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cli.CorrectableException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ConsoleCommandTest {

  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      new CommandLine(new ConsoleCommand())
          .setErr(new PrintWriter(err, true))
          .setExecutionExceptionHandler(
              (problem, line, parsed) -> {
                throw problem;
              });

  @Test
  void execute_portOutOfRange_exitsWithTwo() {
    assertThat(command.execute("--port", "65536")).isEqualTo(2);
    assertThat(err.toString()).startsWith("The port must be 0 to 65535, not 65536");
  }

  @Test
  void execute_unknownAddress_namesTheOption() {
    assertThatThrownBy(() -> call("--bind", "no.such.host.invalid"))
        .isInstanceOf(CorrectableException.class)
        .hasMessage(
            "There is no address named no.such.host.invalid: name another one with --bind.");
  }

  @Test
  void execute_noCluster_namesTheAddressAndTheOptions() {
    assertThatThrownBy(() -> call("--port", "0", "--cql-port", "1"))
        .isInstanceOf(CorrectableException.class)
        .hasMessageStartingWith(
            "No Cassandra answers at 127.0.0.1:1: start one with goodput run, or name a node that"
                + " runs with --hosts, and its CQL port with --cql-port;");
  }

  private void call(String... arguments) throws Exception {
    command.parseArgs(arguments);
    command.<ConsoleCommand>getCommand().call();
  }
}
