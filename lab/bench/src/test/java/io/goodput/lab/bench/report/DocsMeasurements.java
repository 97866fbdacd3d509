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
class DocsMeasurements {

  private static final Path DOCS = Path.of("..", "..", "docs");

  @Test
  void write() throws IOException {
    for (Path page : pages()) {
      Files.writeString(
          page, MeasurementPage.filled(Files.readString(page), DocsMeasurements::document));
    }
    Files.writeString(
        DOCS.resolve("pictures").resolve("goodput.svg"),
        GoodputChart.of(document("hot-partition.json"), document("overload.json")));
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(DOCS, 2)) {
      return files.filter(file -> file.endsWith("measurements.md")).toList();
    }
  }

  private static JsonNode document(String name) {
    Path file = DOCS.resolve("measurements").resolve(name);
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
