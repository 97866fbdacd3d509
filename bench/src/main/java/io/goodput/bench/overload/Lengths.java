package io.goodput.bench.overload;

/**
 * How long to measure, in seconds.
 *
 * @param firstCompiler whether the nodes use the JVM's first compiler alone, whose work is done in
 *     a fraction of the time
 * @param warmUp of each cluster, at most
 * @param probe of each cluster, to find out what it can serve
 * @param growth of the load from one step to the next
 * @param maxSteps if the load has not become more than twice what either cluster can serve by then
 * @param step each, on each cluster
 * @param settle of each step, not counted
 * @param moderateRounds how often both clusters get the moderate load
 * @param moderate each time
 */
public record Lengths(
    boolean firstCompiler,
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
    return new Lengths(true, 24, 3, 1.4, 8, 5, 2, 3, 3);
  }

  /** More steps, and longer ones. */
  public static Lengths full() {
    return new Lengths(false, 120, 10, 1.2, 20, 15, 5, 7, 10);
  }
}
