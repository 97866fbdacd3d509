package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Opening a cluster")
class ClusterTest {

  private static final int PORT = 9182;

  @TempDir private Path folder;

  @Test
  void open_folderInUse_fails() {
    try (Cluster running = Cluster.open(spec())) {
      assertThatThrownBy(() -> Cluster.open(spec()))
          .isInstanceOf(PreconditionException.class)
          .hasMessageStartingWith("Another cluster is running in " + running.directory());
    }
  }

  @Test
  void open_afterClose_succeeds() {
    Cluster.open(spec()).close();

    assertThatCode(() -> Cluster.open(spec()).close()).doesNotThrowAnyException();
  }

  @Test
  void open_portInUse_fails() throws IOException {
    try (ServerSocket taken = new ServerSocket(PORT, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> Cluster.open(spec()))
          .isInstanceOf(PreconditionException.class)
          .hasMessageStartingWith("Port %d on 127.0.0.1 is in use", taken.getLocalPort());
    }
  }

  @Test
  void open_dataOfClusterOfAnotherSize_fails() throws IOException {
    Files.writeString(folder.resolve("cluster.properties"), "nodes=3\nstorage_port=7140\n");

    assertThatThrownBy(() -> Cluster.open(spec()))
        .isInstanceOf(PreconditionException.class)
        .hasMessageEndingWith(
            " belongs to a cluster of size 3, not 1: run it with --nodes 3, or choose another folder"
                + " with --data.");
  }

  @Test
  void open_folderNotWritable_fails() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> Cluster.open(ClusterSpec.of(folder, file.resolve("data"))))
        .isInstanceOf(PreconditionException.class)
        .hasMessageStartingWith("Cannot write to " + file.resolve("data"));
  }

  private ClusterSpec spec() {
    return ClusterSpec.of(folder, folder).withNativePort(PORT);
  }
}
