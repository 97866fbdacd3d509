package io.goodput.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandlerOptionTest {

  private static final String SET =
      "-Dcassandra.custom_query_handler_class=" + HandlerOption.GOODPUT;

  @TempDir private Path configuration;

  @Test
  void in_anyFileOfTheNode_namesFileAndLine() throws IOException {
    Path options =
        Files.writeString(configuration.resolve("jvm17-server.options"), "# a\n" + SET + "\n");

    assertThat(HandlerOption.in(configuration))
        .containsExactly(new HandlerOption(options, 2, HandlerOption.GOODPUT));
  }

  @Test
  void in_commentOrOptionsOfTools_findsNothing() throws IOException {
    Files.writeString(configuration.resolve("jvm-server.options"), "# " + SET + "\n");
    Files.writeString(configuration.resolve("jvm-clients.options"), SET + "\n");

    assertThat(HandlerOption.in(configuration)).isEmpty();
  }

  @Test
  void in_bytesThatAreNotUtf8_findsTheOption() throws IOException {
    Files.write(
        configuration.resolve("jvm-server.options"),
        ("# \u00fcber\n" + SET + "\n").getBytes(HandlerOption.BYTES));

    assertThat(HandlerOption.in(configuration)).hasSize(1);
  }

  @Test
  void without_block_isWhatWasBefore() {
    assertThat(HandlerOption.without("-Xss256k\r\n" + HandlerOption.BLOCK + "-Xmx1g"))
        .isEqualTo("-Xss256k\r\n-Xmx1g");
  }

  @Test
  void without_optionAlone_keepsAllOtherLines() {
    assertThat(HandlerOption.without("a\r\n\n" + SET + "\nb")).isEqualTo("a\r\n\nb");
  }
}
