package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartFailureTest {

  @TempDir private Path folder;
  private Path output;
  private Path log;

  @BeforeEach
  void resolveFiles() {
    output = folder.resolve("output.log");
    log = folder.resolve("system.log");
  }

  @Test
  void reason_exceptionInOutput_isMessageOfException() throws IOException {
    Files.writeString(
        output,
        "WARNING: x\nException (a.B) encountered during startup: Cannot change the tokens.\n");

    assertThat(StartFailure.reason(output, log)).contains("Cannot change the tokens");
  }

  @Test
  void reason_errorOnlyInLog_isFirstErrorOfLog() throws IOException {
    Files.writeString(
        log, "INFO  [main] 2026 A.java:1 - x\nERROR [main] 2026 B.java:2 - Disk full\n");

    assertThat(StartFailure.reason(output, log)).contains("Disk full");
  }

  @Test
  void reason_noFiles_isEmpty() {
    assertThat(StartFailure.reason(output, log)).isEmpty();
  }
}
