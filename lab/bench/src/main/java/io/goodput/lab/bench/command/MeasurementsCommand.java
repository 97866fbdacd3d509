package io.goodput.lab.bench.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.report.GoodputChart;
import io.goodput.lab.bench.report.MeasurementPage;
import io.goodput.lab.nodes.PreconditionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code goodput bench measurements}: fills the figures of the docs. */
@Command(
    name = "measurements",
    description =
        "Fills docs/*/measurements.md and draws docs/pictures/goodput.svg from the JSON documents"
            + " in docs/measurements, and removes what no page shows from documents of JMH.",
    hidden = true)
final class MeasurementsCommand implements Runnable {

  @Parameters(paramLabel = "DOCS", description = "The folder docs of a checkout.")
  private Path docs = Path.of("docs");

  @Override
  public void run() {
    try (Stream<Path> files = Files.walk(docs, 2)) {
      for (Path page : files.filter(file -> file.endsWith("measurements.md")).toList()) {
        Files.writeString(page, MeasurementPage.filled(Files.readString(page), this::document));
      }
      Path chart = docs.resolve("pictures").resolve("goodput.svg");
      Files.createDirectories(chart.resolveSibling("."));
      Files.writeString(
          chart, GoodputChart.of(document("hot-partition.json"), document("overload.json")));
    } catch (IOException e) {
      throw new PreconditionException("Cannot fill the pages in " + docs + ": " + e.getMessage());
    }
  }

  private JsonNode document(String name) {
    Path file = docs.resolve("measurements").resolve(name);
    try {
      ObjectMapper json = new ObjectMapper();
      JsonNode document = json.readTree(file.toFile());
      JsonNode shown = MeasurementPage.shown(document);
      if (!shown.equals(document)) {
        json.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), shown);
      }
      return shown;
    } catch (IOException e) {
      throw new PreconditionException("Cannot read " + file + ": run the benchmark with --json.");
    }
  }
}
