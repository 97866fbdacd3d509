package io.goodput.core.heat;

/**
 * What keeps a node from being locked in the cold. Where a cache's hit rate falls with its traffic,
 * less traffic for the colder node makes it colder still.
 *
 * @param deadBand by which part of the best miss ratio one may exceed it and still count as equal;
 *     0 or more
 * @param rampNanos after its start a node counts as at least this warm: as the best, times the part
 *     of this time that has passed. It counts as the best for as long again, so that its cache can
 *     show what it is worth. 0 for no ramp
 */
public record Cures(double deadBand, long rampNanos) {

  /** None: for comparison. */
  public static final Cures NONE = new Cures(0, 0);

  /**
   * An eighth, near enough, and ten minutes. Lock-in takes a dead band of at least 0.08 to cure,
   * and within it a node has that many more misses than its peers. Ten minutes is what it takes to
   * warm the cache of a database node.
   */
  public static final Cures DEFAULT = new Cures(0.12, 600_000_000_000L);

  /** How warm a node counts as that many nanoseconds after its start. */
  double ramped(double hitRate, double best, long ageNanos) {
    if (ageNanos < 0 || ageNanos >= 2 * rampNanos) {
      return hitRate;
    }
    return Math.max(hitRate, best * Math.min(1, (double) ageNanos / rampNanos));
  }
}
