package io.goodput.core.peak;

/**
 * A limit that leaves the partitions of a series alone as they were used so far, in the sight of
 * one node. A node counts what reaches it: with reads below consistency level ALL, the rate of a
 * partition is higher than any node's figure, up to the replication factor divided by the replicas
 * that a read needs.
 *
 * @param perSecond the limit, in requests per partition and second
 * @param p999PerSecond the rate that 99.9% of the partitions did not exceed in any second, as this
 *     node counted it
 * @param rejectedShare the part of all requests that were above the limit in their second, 0 to 1
 */
public record ProposedLimit(int perSecond, int p999PerSecond, double rejectedShare) {

  /** How many times as high as the partitions' usual peak a limit should be. */
  private static final int HEADROOM = 10;

  /** What people write before the zeros of a round number, in tenths. */
  private static final int[] ROUND_TENTHS = {10, 15, 20, 30, 40, 50, 60, 80};

  private static final int MOST = 2_000_000_000;

  /** The number that a person would write for ten times a rate: it is that high, or higher. */
  static int above(int perSecond) {
    long wanted = (long) HEADROOM * perSecond;
    for (long power = 1; power < MOST; power *= 10) {
      for (int tenths : ROUND_TENTHS) {
        if (tenths * power >= wanted) {
          return (int) Math.min(MOST, tenths * power);
        }
      }
    }
    return MOST;
  }
}
