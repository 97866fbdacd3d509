package io.goodput.bench.overload;

/**
 * How long to measure, in seconds.
 *
 * @param firstCompiler whether the nodes use the JVM's first compiler alone, whose work is done in
 *     a fraction of the time
 * @param warmUp of each cluster, at most
 * @param probe of each cluster, to find out what it can serve
 * @param maxSteps if the load has not become twice that at which stock is best by then
 * @param step each, on each cluster
 * @param settle of each step, not counted
 * @param moderateRounds how often both clusters get the moderate load at once
 * @param moderate each time
 */
public record Lengths(
    boolean firstCompiler,
    int warmUp,
    int probe,
    int maxSteps,
    int step,
    int settle,
    int moderateRounds,
    int moderate) {

  /** Within four minutes, the start of the nodes included. */
  public static Lengths quick() {
    return new Lengths(true, 24, 3, 8, 5, 2, 6, 5);
  }

  /** Both compilers, and longer steps. */
  public static Lengths full() {
    return new Lengths(false, 120, 10, 10, 15, 5, 12, 15);
  }
}
