package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
    return ForkedJvm.run(
        ForkedJvm.command(folder, ClosingProgram.class, order, folder.resolve("db").toString()));
  }
}
