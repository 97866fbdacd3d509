package io.goodput.bench.overload;

/**
 * How long to measure, in seconds.
 *
 * @param warmUp of each node, at most
 * @param probe of each node, to find out what it can serve
 * @param growth of the load from one step to the next
 * @param maxSteps if the load has not become more than twice what either node can serve by then
 * @param step each, on each node
 * @param settle of each step, not counted
 * @param moderateRounds how often both nodes get the moderate load
 * @param moderate each time
 */
public record Lengths(
    int warmUp,
    int probe,
    double growth,
    int maxSteps,
    int step,
    int settle,
    int moderateRounds,
    int moderate) {

  /** Within four minutes, the start of the nodes included. */
  public static Lengths quick() {
    return new Lengths(24, 4, 1.45, 8, 6, 3, 3, 3);
  }

  /** More steps, and longer ones. */
  public static Lengths full() {
    return new Lengths(90, 10, 1.2, 20, 15, 5, 7, 10);
  }
}
