package io.goodput.lab.bench.rejection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.BenchException;
import io.goodput.lab.bench.TemporaryFolder;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs JMH in a separate process with the class path of this process. */
record Microbenchmarks(JmhLengths lengths, Bench bench) {

  List<Cost> run(String benchmarkClass, int threads) throws InterruptedException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (TemporaryFolder folder = TemporaryFolder.in(temporary, "goodput-lab-microbenchmarks")) {
      File results = folder.path().resolve("results.json").toFile();
      List<String> command = command(benchmarkClass, threads, results);
      await(new ProcessBuilder(command).redirectErrorStream(true).start(), threads);
      return costs(new ObjectMapper().readTree(results));
    } catch (IOException e) {
      throw new BenchException("The microbenchmarks could not run: " + e.getMessage() + ".", e);
    }
  }

  private List<String> command(String benchmarkClass, int threads, File results) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classpath = System.getProperty("java.class.path");
    String warmUp = Integer.toString(lengths.warmUpIterations());
    String iterations = Integer.toString(lengths.iterations());
    return Stream.of(
            List.of(java, "-cp", classpath, "org.openjdk.jmh.Main", "\\." + benchmarkClass + "\\."),
            List.of("-t", Integer.toString(threads), "-wi", warmUp, "-i", iterations),
            List.of("-prof", "gc", "-rf", "json", "-rff", results.toString()))
        .flatMap(List::stream)
        .toList();
  }

  private void await(Process process, int threads) throws IOException, InterruptedException {
    Thread atExit = new Thread(() -> stop(process), "goodput-lab-microbenchmarks-stop");
    Runtime.getRuntime().addShutdownHook(atExit);
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String last = "JMH printed nothing";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        last = line.isBlank() ? last : line;
        if (line.startsWith("# Benchmark: ")) {
          bench.say("%s, threads: %d ...", line.substring(line.lastIndexOf('.') + 1), threads);
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

  /** Stops JMH and the processes that it forked. */
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
