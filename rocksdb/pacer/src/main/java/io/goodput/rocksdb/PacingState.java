package io.goodput.rocksdb;

import io.goodput.core.pacing.PaceState;

/**
 * A snapshot of a pacer. Totals count from the creation of the pacer.
 *
 * @param bytesPerSecond rate that the pacer allows; infinite while it does not pace
 * @param headroomBytes bytes that the memtables can still take, in the column family with the least
 *     room; infinite while no memtable waits for its flush
 * @param writtenBytes total bytes of all writes that called the pacer
 * @param engagedNanos total time in which the pacer paced writes
 * @param totalNanos age of the pacer
 * @param delayedNanos total time that writes waited, summed over all threads
 * @param delayedWrites number of writes that waited
 */
public record PacingState(
    double bytesPerSecond,
    double headroomBytes,
    long writtenBytes,
    long engagedNanos,
    long totalNanos,
    long delayedNanos,
    long delayedWrites) {

  static PacingState of(PaceState state) {
    return new PacingState(
        state.bytesPerSecond(),
        state.headroomBytes(),
        state.writtenBytes(),
        state.engagedNanos(),
        state.totalNanos(),
        state.delayedNanos(),
        state.delayedWrites());
  }

  /** The fraction of the pacer's age in which it paced writes, 0 to 1. */
  public double engagedShare() {
    return totalNanos == 0 ? 0 : (double) engagedNanos / totalNanos;
  }
}
