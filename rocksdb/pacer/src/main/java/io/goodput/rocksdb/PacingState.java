package io.goodput.rocksdb;

import io.goodput.core.pacing.PaceState;

/**
 * A snapshot of a pacer. Totals count from the creation of the pacer.
 *
 * @param cause why the pacer slows down writes
 * @param bytesPerSecond rate that the pacer allows; infinite while it does not pace
 * @param headroomBytes bytes that the memtables can still take, in the column family with the least
 *     room; infinite while no memtable waits for its flush
 * @param writtenBytes total bytes of all writes that called the pacer
 * @param engagedNanos total time in which the pacer paced writes
 * @param totalNanos age of the pacer
 * @param delayedNanos total time that writes waited, summed over all threads
 * @param delayedWrites number of writes that waited
 * @param stalls how often RocksDB itself began to delay or stop the writes to a column family
 */
public record PacingState(
    PacingCause cause,
    double bytesPerSecond,
    double headroomBytes,
    long writtenBytes,
    long engagedNanos,
    long totalNanos,
    long delayedNanos,
    long delayedWrites,
    long stalls) {

  static PacingState of(PaceState state, long stalls) {
    return new PacingState(
        PacingCause.valueOf(state.cause().name()),
        state.bytesPerSecond(),
        state.headroomBytes(),
        state.writtenBytes(),
        state.engagedNanos(),
        state.totalNanos(),
        state.delayedNanos(),
        state.delayedWrites(),
        stalls);
  }

  /** The fraction of the pacer's age in which it paced writes, 0 to 1. */
  public double engagedShare() {
    return totalNanos == 0 ? 0 : (double) engagedNanos / totalNanos;
  }
}
