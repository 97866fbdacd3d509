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
 */
public record HeatReport(
    long generation, long ageNanos, long reads, double hitRate, double coordinatedReads) {

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
