package io.goodput.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine command =
      Lab.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

  @Test
  void bench_noBenchmark_exitsWithTwoAndNamesThem() {
    assertThat(command.execute("bench")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "limit-accuracy",
            "hot-partition",
            "noisy-neighbor",
            "overload",
            "metastable",
            "background",
            "cold-cache",
            "lwt",
            "write-stall",
            "token-bucket");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hot-partition",
        "noisy-neighbor",
        "overload",
        "metastable",
        "background",
        "cold-cache",
        "lwt",
        "write-stall",
        "token-bucket"
      })
  void bench_reportInAFolderThatIsNotThere_saysSoBeforeItStarts(String benchmark) {
    assertThat(command.execute("bench", benchmark, "--report", "nowhere/at/all.html")).isEqualTo(2);
    assertThat(err)
        .hasToString(
            "goodput: Cannot write nowhere/at/all.html:"
                + " choose a file in a folder that you may write to.\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hot-partition",
        "noisy-neighbor",
        "overload",
        "metastable",
        "background",
        "cold-cache",
        "lwt",
        "write-stall",
        "token-bucket"
      })
  void bench_unknownOption_exitsWithTwo(String benchmark) {
    assertThat(command.execute("bench", benchmark, "--frobnicate")).isEqualTo(2);
  }

  @Test
  void writeStall_unknownCase_namesTheOptionThatListsThem() {
    assertThat(command.execute("bench", "write-stall", "--case", "no-such")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("There is no case 'no-such': choose among [overwrite-16-16-smooth-blobs, ");
  }

  @Test
  void tokenBucket_unknownCase_saysWhatToDo() {
    assertThat(command.execute("bench", "token-bucket", "--case", "no-such")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("There is no case that begins with 'no-such': choose among [one-10-read-");
  }

  @Test
  void tokenBucket_urlOfAnotherDatabase_saysWhatToWrite() {
    assertThat(command.execute("bench", "token-bucket", "--url", "jdbc:oracle:thin")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "goodput: 'jdbc:oracle:thin' is not a URL of PostgreSQL or YugabyteDB: write"
                + " jdbc:postgresql://HOST:PORT/DATABASE or jdbc:yugabytedb://HOST:PORT/DATABASE.");
  }

  @Test
  void tokenBucket_urlWithoutAListener_saysSo() {
    String url = "jdbc:postgresql://127.0.0.1:1/none";

    assertThat(command.execute("bench", "token-bucket", "--url", url)).isEqualTo(2);
    assertThat(err.toString()).contains("goodput: Cannot connect to " + url).contains("--url");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://127.0.0.1:1/none?user=ann&password=hunter2",
        "jdbc:postgresql://127.0.0.1:1/none?password=hunter2&user=ann",
        "jdbc:postgresql://127.0.0.1:port/none?password=hunter2",
        "jdbc:yugabytedb://127.0.0.1:1/none?password=hunter2",
        "jdbc:oracle:thin?password=hunter2"
      })
  void tokenBucket_urlThatFails_masksThePassword(String url) {
    assertThat(command.execute("bench", "token-bucket", "--url", url)).isEqualTo(2);
    assertThat(err.toString()).contains("password=***").doesNotContain("hunter2");
  }

  @Test
  void tokenBucket_urlWithoutItsOption_masksThePassword() {
    String url = "jdbc:postgresql://127.0.0.1:1/none?password=hunter2";

    assertThat(command.execute("bench", "token-bucket", url)).isEqualTo(2);
    assertThat(err.toString()).contains("password=***").doesNotContain("hunter2");
  }

  @Test
  void setting_commandWithAPassword_masksThePassword() {
    List<String> arguments =
        List.of("bench", "token-bucket", "--url", "jdbc:x?password=hunter2", "--quick");

    assertThat(BenchRun.shown(arguments))
        .isEqualTo("./goodput bench token-bucket --url jdbc:x?password=*** --quick");
  }

  @Test
  void limitAccuracy_unknownOption_exitsWithTwo() {
    assertThat(command.execute("bench", "limit-accuracy", "--frobnicate")).isEqualTo(2);
  }

  @Test
  void limitAccuracy_jsonInAFolderThatIsNotThere_saysSoBeforeItStarts() {
    assertThat(command.execute("bench", "limit-accuracy", "--json", "nowhere/at/all.json"))
        .isEqualTo(2);
    assertThat(err)
        .hasToString(
            "goodput: Cannot write nowhere/at/all.json:"
                + " choose a file in a folder that you may write to.\n");
  }
}
