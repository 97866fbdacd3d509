package io.goodput.core.heat;

/**
 * What a node tells of itself.
 *
 * @param generation grows with every start of the node; a report of an older one is void
 * @param ageNanos how long the node has been running
 * @param reads that its cache has served in this generation; orders the reports of a generation,
 *     and tells whether there was traffic between two of them
 * @param hitRate moving average of its cache's, 0 to 1
 * @param coordinatedReads reads a second that it coordinates of partitions it is a replica of
 * @param fillRatio reads of its disk that fill its cache in the background, for each read that the
 *     cache serves; 0 or more
 */
public record HeatReport(
    long generation,
    long ageNanos,
    long reads,
    double hitRate,
    double coordinatedReads,
    double fillRatio) {

  /**
   * The hit rate that would have its disk read as often if nothing filled its cache: a read in the
   * background is one of the disk as a miss is. There count no more of them than misses, so that
   * the others need not take over nearly all of the node's reads. In [0, 1]; 0 if it is not a
   * number.
   */
  double heat() {
    double misses = 1 - hitRate;
    double heat = hitRate - Math.min(fillRatio, misses);
    return heat >= 0 ? Math.min(1, heat) : 0;
  }

  /** Whether this one is to stand where the other stood. */
  boolean replaces(HeatReport other) {
    return generation > other.generation
        || (generation == other.generation && reads >= other.reads);
  }

  /** Whether the hit rate is known better than by the other. */
  boolean hasNewsOver(HeatReport other) {
    return generation > other.generation || reads > other.reads;
  }
}
