package io.goodput.lab.nodes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is deleted with all its files when it is closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /**
   * Creates a folder in another folder.
   *
   * @throws ClusterException if it cannot be created
   */
  public static TemporaryFolder in(Path parent, String prefix) {
    try {
      return new TemporaryFolder(Files.createTempDirectory(parent, prefix));
    } catch (IOException e) {
      throw new ClusterException(
          "Cannot create a folder in %s: %s.".formatted(parent, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new ClusterException("Cannot remove " + path + ": " + e.getMessage() + ".", e);
    }
  }
}
