package io.goodput.core.heat;

import io.goodput.core.time.Nanos;

/**
 * What a node reports about itself. Immutable.
 *
 * @param generation grows with every start of the node; a report of an older generation is void
 * @param ageNanos how long the node has been running
 * @param reads reads that its cache has served in this generation; they order the reports of a
 *     generation, and show whether there was traffic between two of them
 * @param hitRate moving average of the hit rate of its cache, 0 to 1
 * @param coordinatedReads reads per second that it coordinates of partitions that it replicates
 * @param fillRatio disk reads that fill its cache in the background, per read that the cache
 *     serves; 0 or more
 */
public record HeatReport(
    long generation,
    long ageNanos,
    long reads,
    double hitRate,
    double coordinatedReads,
    double fillRatio) {

  /**
   * Half-life of the moving averages of rates in a report. Longer averages would hide from the
   * other nodes, for too long, that clients have returned to a node that restarted: meanwhile that
   * node would keep too many of their reads to itself.
   */
  public static final long RATE_HALF_LIFE_NANOS = Nanos.PER_SECOND / 2;

  /**
   * The hit rate at which the node would read its disk as often if nothing filled its cache: a read
   * in the background costs the disk as much as a miss. Fills are capped at the miss ratio, so that
   * peers do not absorb nearly all reads. In [0, 1]; 0 if the hit rate is not a number.
   */
  double heat() {
    double misses = 1 - hitRate;
    double heat = hitRate - Math.min(fillRatio, misses);
    return heat >= 0 ? Math.min(1, heat) : 0;
  }

  /** Whether this report replaces another one, because it is not older. */
  boolean replaces(HeatReport other) {
    return generation > other.generation
        || (generation == other.generation && reads >= other.reads);
  }

  /** Whether this report knows of reads that the other one does not. */
  boolean hasNewsOver(HeatReport other) {
    return generation > other.generation || reads > other.reads;
  }
}
