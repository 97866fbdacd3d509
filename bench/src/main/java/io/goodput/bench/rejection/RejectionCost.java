package io.goodput.bench.rejection;

import io.goodput.bench.BenchException;
import io.goodput.bench.report.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The benchmark {@code rejection-cost}; it needs no database. */
public final class RejectionCost {

  private RejectionCost() {}

  /**
   * Measures in processes of its own, and counts in this one.
   *
   * @param progress told what happens, a short line at a time
   * @throws BenchException if it could not be carried out
   */
  public static Findings measure(Lengths lengths, Consumer<String> progress) {
    try {
      List<Cost> rejections = Microbenchmarks.run("RejectionBenchmark", 1, lengths, progress);
      List<Cost> decisions = new ArrayList<>();
      List<Count> counts = new ArrayList<>();
      for (int threads : lengths.threads()) {
        decisions.addAll(Microbenchmarks.run("DecisionBenchmark", threads, lengths, progress));
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
