package io.goodput.cassandra.warming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.cassandra.io.util.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HotChunksFileTest {

  @TempDir private Path folder;

  @Test
  void read_whereNoneWasWritten_isEmpty() throws IOException {
    assertThat(list().read()).isEmpty();
  }

  @Test
  void read_ofSomethingElse_isRefused() throws IOException {
    Files.writeString(path(), "not a list");

    assertThatThrownBy(() -> list().read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no list of hot chunks");
  }

  private HotChunksFile list() {
    return new HotChunksFile(new File(path()));
  }

  private Path path() {
    return folder.resolve("chunks");
  }
}
