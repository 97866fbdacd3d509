package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.nodes.Installation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingsOutputTest {

  @Test
  void shown_arguments_areAsTyped() {
    assertThat(FindingsOutput.shown(List.of("bench", "overload", "--quick")))
        .isEqualTo("./goodput bench overload --quick");
  }

  @Test
  void shown_urlWithAPassword_hidesIt() {
    assertThat(FindingsOutput.shown(List.of("--url", "jdbc:x://h/d?user=u&password=a;b c&ssl=1")))
        .isEqualTo("./goodput --url jdbc:x://h/d?user=u&password=***&ssl=1");
  }

  @Test
  void show_fileThatCannotBeWritten_saysSoBeforeItLooksForCassandra(@TempDir Path empty) {
    StringWriter err = new StringWriter();
    System.setProperty(Installation.HOME_PROPERTY, empty.toString());
    try {
      Lab.commandLine()
          .setErr(new PrintWriter(err, true))
          .execute("bench", "overload", "--json", empty.toString());
    } finally {
      System.clearProperty(Installation.HOME_PROPERTY);
    }

    assertThat(err.toString()).startsWith("goodput: Cannot write " + empty);
  }
}
