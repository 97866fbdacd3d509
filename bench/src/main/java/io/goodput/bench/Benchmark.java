package io.goodput.bench;

import io.goodput.bench.report.Findings;

/** A benchmark: it starts what it needs, measures, and leaves nothing behind. */
@FunctionalInterface
public interface Benchmark {

  /**
   * Measures.
   *
   * @throws BenchException if the benchmark could not be carried out
   * @throws InterruptedException if the thread was interrupted
   */
  Findings measure(Bench bench) throws InterruptedException;
}
