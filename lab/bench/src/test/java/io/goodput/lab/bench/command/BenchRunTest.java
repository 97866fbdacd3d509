package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cli.CommandException;
import io.goodput.lab.nodes.Installation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRunTest {

  @Test
  void shown_arguments_areAsTyped() {
    assertThat(BenchRun.shown(List.of("bench", "overload", "--quick")))
        .isEqualTo("./goodput bench overload --quick");
  }

  @Test
  void shown_urlWithAPassword_hidesIt() {
    assertThat(BenchRun.shown(List.of("--url", "jdbc:x://h/d?user=u&password=a;b c&ssl=1")))
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

  @Test
  void write_toAFolderThatIsNotThere_saysSoInOneSentence(@TempDir Path folder) {
    Path file = folder.resolve("missing").resolve("report.html");

    assertThatThrownBy(() -> BenchRun.write(file, "text"))
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith("Cannot write " + file);
  }
}
