package io.goodput.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cli.CommandRun;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TopCommandTest {

  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      new CommandLine(new TopCommand()).setErr(new PrintWriter(err, true));

  @Test
  void execute_userWithoutPassword_exitsWithTwo() {
    assertThat(command.execute("--user", "u")).isEqualTo(2);
    assertThat(err.toString()).startsWith("Give --user and --password together, or ");
  }

  @Test
  void execute_portOutOfRange_exitsWithTwo() {
    assertThat(command.execute("--port", "65536")).isEqualTo(2);
  }

  @Test
  void connect_nothingListens_saysSoInOneSentence() {
    assertThat(CommandRun.of("top", "--port", "1"))
        .isEqualTo(
            new CommandRun(
                2,
                "",
                "goodput: No Cassandra answers at 127.0.0.1:1: start one with goodput run, or name a"
                    + " node that runs with --hosts, and its CQL port with --port; give --tls if the"
                    + " cluster encrypts the connections of clients.\n"));
  }
}
