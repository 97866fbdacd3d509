package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Databases that are closed while writes wait, each in a process of its own: it must not crash. */
@Timeout(120)
class ClosingTest {

  @TempDir private Path folder;

  @Test
  void databaseClosedBeforeItsWrites_waitingWritesGetAnException() throws Exception {
    assertThat(run("database first")).isZero();
  }

  @Test
  void writesClosedBeforeTheirDatabase_waitingWritesGetAnException() throws Exception {
    assertThat(run("writes first")).isZero();
  }

  private int run(String order) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("crash.log"),
                "-cp",
                System.getProperty("java.class.path"),
                ClosingProgram.class.getName(),
                order,
                folder.resolve("db").toString())
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
