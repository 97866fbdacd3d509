package io.goodput.lab.bench.report;

import io.goodput.lab.bench.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files with results. */
public final class ReportFile {

  private ReportFile() {}

  /**
   * Writes text and a line break.
   *
   * @throws BenchException if the file cannot be written
   */
  public static void write(Path file, String text) {
    try {
      Files.writeString(file, text + "\n");
    } catch (IOException e) {
      throw new BenchException("Cannot write " + file + ": " + e.getMessage() + ".", e);
    }
  }
}
