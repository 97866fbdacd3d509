package io.goodput.core.pacing;

/**
 * What a {@link WritePacer} does at a moment, and has done since it was created.
 *
 * @param cause what bounds the rate of writes most
 * @param bytesPerSecond the rate of writes; infinite while they are not paced
 * @param headroomBytes bytes that the memtables can still take, in the column family with the least
 *     room; infinite while no memtable waits for a flush
 * @param writtenBytes bytes of all writes so far
 * @param engagedNanos how long writes were paced
 * @param totalNanos age of the pacer
 * @param delayedNanos how long writes have waited, all together
 * @param delayedWrites how many writes have waited
 */
public record PaceState(
    PaceCause cause,
    double bytesPerSecond,
    double headroomBytes,
    long writtenBytes,
    long engagedNanos,
    long totalNanos,
    long delayedNanos,
    long delayedWrites) {

  /** The fraction of its age during which the pacer paced writes, 0 to 1. */
  public double engagedShare() {
    return totalNanos == 0 ? 0 : (double) engagedNanos / totalNanos;
  }
}
