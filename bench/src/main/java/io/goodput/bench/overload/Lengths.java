package io.goodput.bench.overload;

import java.util.List;

/**
 * How long to measure, in seconds.
 *
 * @param warmUp of each node, at most
 * @param probe of each node, to find out what it can serve
 * @param factors times what the stock node can serve that the steps offer, rising
 * @param step each, on each node
 * @param settle of each step, not counted
 * @param moderateRounds how often both nodes get the moderate load
 * @param moderate each time
 */
public record Lengths(
    int warmUp,
    int probe,
    List<Double> factors,
    int step,
    int settle,
    int moderateRounds,
    int moderate) {

  /** Copies the list. */
  public Lengths {
    factors = List.copyOf(factors);
  }

  /** Within four minutes, the start of the nodes included. */
  public static Lengths quick() {
    return new Lengths(24, 4, List.of(0.5, 0.8, 1.1, 1.5, 2.3), 7, 3, 3, 3);
  }

  /** More steps, and longer ones. */
  public static Lengths full() {
    return new Lengths(
        60, 10, List.of(0.5, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3), 15, 5, 7, 10);
  }
}
