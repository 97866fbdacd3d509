package io.goodput.core.fair;

/**
 * How an overload of a node has gone so far, as nodes tell each other. Both numbers only grow until
 * the overload ends, so a node that misses a message learns the same from the next one.
 *
 * @param waiting intervals in which requests waited, since the overload began; zero if there is
 *     none
 * @param calm intervals in which they did not
 */
public record Stress(double waiting, double calm) {

  /** There is enough for all. */
  public static final Stress NONE = new Stress(0, 0);

  /** A node tells about no more time than this many intervals at once. */
  private static final double MOST_INTERVALS = 10;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a number is negative, infinite, or no number
   */
  public Stress {
    if (!isLength(waiting) || !isLength(calm)) {
      throw new IllegalArgumentException(
          "An overload cannot have %s intervals with waits and %s without"
              .formatted(waiting, calm));
    }
  }

  /** False for NaN too. */
  private static boolean isLength(double intervals) {
    return intervals >= 0 && intervals < Double.POSITIVE_INFINITY;
  }

  /** Whether the node is not overloaded. */
  public boolean isNone() {
    return waiting == 0;
  }

  /** After some more intervals. */
  Stress after(boolean waited, double passed) {
    return waited ? new Stress(waiting + passed, calm) : new Stress(waiting, calm + passed);
  }

  /** A room that follows from an earlier state to this one; the same if that one is not earlier. */
  double follow(double room, Stress earlier) {
    double waited = waiting - earlier.waiting;
    double rested = calm - earlier.calm;
    return waited < 0 || rested < 0
        ? room
        : Room.grown(
            Room.shrunk(room, Math.min(waited, MOST_INTERVALS)), Math.min(rested, MOST_INTERVALS));
  }
}
