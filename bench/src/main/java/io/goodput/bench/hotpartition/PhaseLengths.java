package io.goodput.bench.hotpartition;

/**
 * How long to measure, in seconds. Each phase settles for some seconds before it counts.
 *
 * @param rounds how often the three phases take turns
 * @param warmUp at most
 * @param alone the uniform reads by themselves
 * @param attacked with the attack
 * @param guarded with the attack and the limit
 * @param settle of each phase, not counted
 * @param cpu each measurement of CPU time
 */
public record Lengths(
    int rounds, int warmUp, int alone, int attacked, int guarded, int settle, int cpu) {

  /** Within four minutes, the start of the cluster included. */
  public static Lengths quick() {
    return new Lengths(2, 20, 8, 10, 12, 4, 5);
  }

  /** More rounds, and longer ones. */
  public static Lengths full() {
    return new Lengths(5, 90, 15, 15, 20, 5, 20);
  }

  int round() {
    return alone + attacked + guarded;
  }
}
