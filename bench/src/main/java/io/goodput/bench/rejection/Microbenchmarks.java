package io.goodput.bench.rejection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.bench.BenchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs JMH in a process of its own, on the class path of this one. */
final class Microbenchmarks {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ANNOUNCEMENT = "# Benchmark: ";

  private Microbenchmarks() {}

  /**
   * Runs the benchmarks of a class.
   *
   * @param progress told which benchmark begins
   */
  static List<Cost> run(
      String benchmarkClass, int threads, Lengths lengths, Consumer<String> progress)
      throws InterruptedException {
    try {
      Path results = Files.createTempFile("goodput-jmh", ".json");
      try {
        await(start(command(benchmarkClass, threads, lengths, results)), threads, progress);
        return costs(JSON.readTree(results.toFile()));
      } finally {
        Files.deleteIfExists(results);
      }
    } catch (IOException e) {
      throw new BenchException("The microbenchmarks could not run: " + e.getMessage() + ".", e);
    }
  }

  private static List<String> command(
      String benchmarkClass, int threads, Lengths lengths, Path results) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        "org.openjdk.jmh.Main",
        "\\." + benchmarkClass + "\\.",
        "-t",
        Integer.toString(threads),
        "-wi",
        Integer.toString(lengths.warmUpIterations()),
        "-i",
        Integer.toString(lengths.iterations()),
        "-prof",
        "gc",
        "-rf",
        "json",
        "-rff",
        results.toString());
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void await(Process process, int threads, Consumer<String> progress)
      throws IOException, InterruptedException {
    Thread atExit = new Thread(() -> stop(process), "goodput-jmh-stop");
    Runtime.getRuntime().addShutdownHook(atExit);
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String last = "it said nothing";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        last = line.isBlank() ? last : line;
        if (line.startsWith(ANNOUNCEMENT)) {
          String name = line.substring(line.lastIndexOf('.') + 1);
          progress.accept("%s, %d thread(s) ...".formatted(name, threads));
        }
      }
      if (process.waitFor() != 0) {
        throw new IOException(last);
      }
    } finally {
      Runtime.getRuntime().removeShutdownHook(atExit);
      stop(process);
    }
  }

  /** With the processes that JMH forks. */
  private static void stop(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  static List<Cost> costs(JsonNode results) {
    List<Cost> costs = new ArrayList<>();
    for (JsonNode result : results) {
      String name = result.at("/benchmark").asText();
      int method = name.lastIndexOf('.');
      costs.add(
          new Cost(
              name.substring(name.lastIndexOf('.', method - 1) + 1),
              result.at("/params/depth").asInt(),
              result.at("/threads").asInt(),
              result.at("/primaryMetric/score").asDouble(),
              result.at("/primaryMetric/scoreError").asDouble(Double.NaN),
              result.at("/secondaryMetrics/gc.alloc.rate.norm/score").asDouble(Double.NaN)));
    }
    return costs;
  }
}
