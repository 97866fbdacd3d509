package io.goodput.bench.rejection;

import java.util.List;

/**
 * How long to measure.
 *
 * @param warmUpIterations of each microbenchmark, a second each
 * @param iterations measured, a second each
 * @param threads that decide at the same time, one figure each
 * @param floodSeconds that a limit is asked for more than it admits
 */
public record Lengths(
    int warmUpIterations, int iterations, List<Integer> threads, int floodSeconds) {

  /** Copies the list. */
  public Lengths {
    threads = List.copyOf(threads);
  }

  /** Within four minutes. */
  public static Lengths quick() {
    return new Lengths(2, 3, List.of(1, 2), 3);
  }

  /** More of all. */
  public static Lengths full() {
    return new Lengths(5, 10, List.of(1, 2, 4, 8), 10);
  }
}
