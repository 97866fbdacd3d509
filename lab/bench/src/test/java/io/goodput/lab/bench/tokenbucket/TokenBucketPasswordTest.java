package io.goodput.lab.bench.tokenbucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Json;
import io.goodput.lab.bench.report.Page;
import io.goodput.lab.bench.tokenbucket.TokenBucketBenchmark.Lengths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Measures on a PostgreSQL of the user, with a password in its URL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenBucketPasswordTest {

  private static final String PASSWORD = "hunter2";

  private final List<String> progress = new ArrayList<>();
  private final List<String> commands = new ArrayList<>();
  private Findings findings;

  @BeforeAll
  void measure() throws Exception {
    List<BucketCase> cases =
        BucketCase.all(1).stream()
            .filter(what -> what.toString().equals("one-10-read-committed-leased"))
            .toList();
    try (Server server = Server.embedded()) {
      String url = server.url() + "&password=" + PASSWORD;
      findings =
          new TokenBucketBenchmark(url, 1, cases)
              .measure(
                  new Lengths(1, 10, 10, 1, 0, 100),
                  this::watch,
                  () -> fail("No case needs a node."))
              .findings();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void measure_commandLinesOfItsProcesses_lackThePassword() {
    assertThat(commands)
        .anyMatch(line -> line.contains(ClientMain.class.getName()))
        .noneMatch(line -> line.contains(PASSWORD));
  }

  @Test
  void measure_output_lacksThePassword() {
    assertThat(progress).isNotEmpty().noneMatch(line -> line.contains(PASSWORD));
    assertThat(findings.text()).doesNotContain(PASSWORD);
    assertThat(Json.of(findings.document())).doesNotContain(PASSWORD);
    assertThat(Page.of(findings)).doesNotContain(PASSWORD);
  }

  private void watch(String line) {
    progress.add(line);
    ProcessHandle.current().descendants().forEach(process -> commands.add(commandLine(process)));
  }

  /** Complete, unlike that of {@link ProcessHandle.Info}; empty if the process has ended. */
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }
}
