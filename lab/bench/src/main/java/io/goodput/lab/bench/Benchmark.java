package io.goodput.lab.bench;

import io.goodput.cli.CommandException;
import io.goodput.lab.bench.report.Findings;

/** A benchmark. It starts and stops everything that it needs. */
@FunctionalInterface
public interface Benchmark {

  /**
   * Runs the benchmark.
   *
   * @throws CommandException if the benchmark failed
   * @throws InterruptedException if the thread was interrupted
   */
  Findings measure(Bench bench) throws InterruptedException;
}
