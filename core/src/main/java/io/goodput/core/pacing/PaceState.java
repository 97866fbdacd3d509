package io.goodput.core.pacing;

/**
 * What a pacer does at a moment.
 *
 * @param bytesPerSecond that writes may go at; infinite while they are not paced
 * @param headroomBytes that the memtables still have room for, of the column family that has least;
 *     infinite while none waits for its flush
 * @param writtenBytes that writes were asked for, since the pacer was made
 * @param engagedNanos during which writes were paced, since the pacer was made
 * @param totalNanos since the pacer was made
 * @param delayedNanos that writes have waited, all together
 * @param delayedWrites that have waited
 */
public record PaceState(
    double bytesPerSecond,
    double headroomBytes,
    long writtenBytes,
    long engagedNanos,
    long totalNanos,
    long delayedNanos,
    long delayedWrites) {

  /** The part of its life in which the pacer paced, 0 to 1. */
  public double engagedShare() {
    return totalNanos == 0 ? 0 : (double) engagedNanos / totalNanos;
  }
}
