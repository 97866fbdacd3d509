package io.goodput.lab.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Fills the pages of measurements and draws the README's chart from the JSON documents of
 * benchmarks, if named as a test: no build runs it by itself. Removes what no page shows from
 * documents of JMH.
 */
public final class DocsMeasurements {

  @Test
  void write() throws IOException {
    fill(Path.of("..", "..", "docs"));
  }

  /** Fills the pages of a folder of docs. */
  public static void fill(Path docs) throws IOException {
    Path documents = docs.resolve("measurements");
    for (Path page : pages(docs)) {
      Files.writeString(
          page,
          MeasurementPage.filled(
              Files.readString(page), name -> document(documents.resolve(name))));
    }
    Files.writeString(
        docs.resolve("pictures").resolve("goodput.svg"),
        GoodputChart.of(
            document(documents.resolve("hot-partition.json")),
            document(documents.resolve("overload.json"))));
  }

  private static List<Path> pages(Path docs) throws IOException {
    try (Stream<Path> files = Files.walk(docs, 2)) {
      return files.filter(file -> file.endsWith("measurements.md")).toList();
    }
  }

  private static JsonNode document(Path file) {
    try {
      ObjectMapper json = new ObjectMapper();
      JsonNode document = json.readTree(file.toFile());
      JsonNode shown = MeasurementPage.shown(document);
      if (!shown.equals(document)) {
        json.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), shown);
      }
      return shown;
    } catch (IOException e) {
      throw new UncheckedIOException("run the benchmark with --json " + file, e);
    }
  }
}
