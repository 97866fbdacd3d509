package io.goodput.bench.rejection;

import java.util.List;

/**
 * Lengths of the parts of a run.
 *
 * @param warmUpIterations iterations of one second before each microbenchmark
 * @param iterations iterations of one second that count
 * @param threads numbers of threads that decide at the same time, in turn
 * @param floodSeconds length of each flood over a limit
 */
record JmhLengths(int warmUpIterations, int iterations, List<Integer> threads, int floodSeconds) {

  /** Within four minutes. */
  static final JmhLengths QUICK = new JmhLengths(2, 3, List.of(1, 2), 3);

  /** More iterations, more threads, and longer floods. */
  static final JmhLengths FULL = new JmhLengths(5, 10, List.of(1, 2, 4, 8), 10);
}
