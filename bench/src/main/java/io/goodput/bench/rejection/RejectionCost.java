package io.goodput.bench.rejection;

import io.goodput.bench.BenchException;
import io.goodput.bench.report.OldFindings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The benchmark {@code rejection-cost}; no database runs. */
public final class RejectionCost {

  private RejectionCost() {}

  /**
   * With what and how long to measure.
   *
   * @param cassandraLib folder with Cassandra's jars, whose exceptions are measured
   * @param plugin the plug-in's jar
   */
  public record Settings(Path cassandraLib, Path plugin, Lengths lengths) {}

  /**
   * Measures in processes of its own, and counts in this one.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   */
  public static OldFindings measure(Settings settings, Consumer<String> progress) {
    Lengths lengths = settings.lengths();
    Microbenchmarks own = new Microbenchmarks(List.of(), lengths, progress);
    Microbenchmarks cassandras =
        new Microbenchmarks(
            List.of(settings.plugin(), settings.cassandraLib().resolve("*")), lengths, progress);
    try {
      List<Cost> rejections = new ArrayList<>(own.run("RejectionBenchmark", 1));
      rejections.addAll(cassandras.run("TimeoutBenchmark", 1));
      List<Cost> decisions = new ArrayList<>();
      List<Count> counts = new ArrayList<>();
      for (int threads : lengths.threads()) {
        decisions.addAll(own.run("DecisionBenchmark", threads));
        progress.accept("Counting, %d thread(s) ...".formatted(threads));
        counts.add(Counting.hot(threads));
        counts.add(Counting.hotAmongOthers(threads));
        counts.add(Counting.admitted(threads, lengths.floodSeconds()));
      }
      return new RejectionCostResult(lengths, rejections, decisions, counts);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("The benchmark was interrupted.", e);
    }
  }
}
