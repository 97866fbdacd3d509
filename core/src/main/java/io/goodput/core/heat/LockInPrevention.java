package io.goodput.core.heat;

import io.goodput.core.time.Nanos;

/**
 * Keeps a cold node from staying cold. Where the hit rate of a cache falls with its traffic,
 * weights feed on themselves: a colder node gets fewer reads, and becomes colder still. Immutable.
 *
 * @param deadBand how far a miss ratio may be above the best one, as a fraction of it, and still
 *     count as equal; 0 or more
 * @param rampNanos duration of the ramp after a start. During the ramp, a node counts as at least
 *     as warm as the best one times the fraction of the ramp that has passed. For the same time
 *     again, it counts as the best one, so that its cache can show its hit rate under a fair share
 *     of the reads. 0 for no ramp
 */
public record LockInPrevention(double deadBand, long rampNanos) {

  /** No prevention, for comparison. */
  public static final LockInPrevention NONE = new LockInPrevention(0, 0);

  /**
   * A dead band of 0.12 and a ramp of ten minutes. In simulation, nodes stay locked in with bands
   * below 0.08; within the band, a node may miss more often than its peers by that fraction. Ten
   * minutes is how long the cache of a database node takes to warm.
   */
  public static final LockInPrevention DEFAULT = new LockInPrevention(0.12, 600 * Nanos.PER_SECOND);

  /**
   * The hit rate that a node counts as having.
   *
   * @param best the highest hit rate of all replicas
   * @param ageNanos nanoseconds since the start of the node
   */
  double ramped(double hitRate, double best, long ageNanos) {
    if (ageNanos < 0 || ageNanos >= 2 * rampNanos) {
      return hitRate;
    }
    return Math.max(hitRate, best * Math.min(1, (double) ageNanos / rampNanos));
  }
}
