package io.goodput.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cli.connect.LoginOptions;
import io.goodput.cluster.PreconditionException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TopCommandTest {

  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      new CommandLine(new TopCommand()).setErr(new PrintWriter(err, true));

  @Test
  void execute_userWithoutPassword_exitsWithTwo() {
    assertThat(command.execute("--user", "u")).isEqualTo(2);
    assertThat(err.toString()).startsWith("Give --user and --password together.");
  }

  @Test
  void execute_portOutOfRange_exitsWithTwo() {
    assertThat(command.execute("--port", "65536")).isEqualTo(2);
  }

  @Test
  void connect_nothingListens_saysSoInOneSentence() {
    List<InetSocketAddress> contactPoints =
        List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));

    assertThatThrownBy(() -> LoginOptions.connect(contactPoints, null, null).close())
        .isInstanceOf(PreconditionException.class)
        .hasMessage(
            "No Cassandra answers at localhost:1: name a node that runs, and its CQL port with --port;"
                + " give --tls if the cluster encrypts the connections of clients.");
  }
}
