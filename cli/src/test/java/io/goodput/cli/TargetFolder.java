package io.goodput.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders of tests under target, where the logs of nodes remain available after a failure. */
public final class TargetFolder {

  private TargetFolder() {}

  /** Creates a folder for the nodes of a test. */
  public static Path create() {
    try {
      Path parent = Files.createDirectories(Path.of("target", "nodes"));
      return Files.createTempDirectory(parent, "cluster");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
