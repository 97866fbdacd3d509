package io.goodput.lab.bench.rejection;

import java.util.List;

/** Lengths of the parts of a run. Iterations take a second; the floods over a limit follow. */
record JmhLengths(int warmUpIterations, int iterations, List<Integer> threads, int floodSeconds) {

  /** Within four minutes. */
  static final JmhLengths QUICK = new JmhLengths(2, 3, List.of(1, 2), 3);

  static final JmhLengths FULL = new JmhLengths(5, 10, List.of(1, 2, 4, 8), 10);
}
