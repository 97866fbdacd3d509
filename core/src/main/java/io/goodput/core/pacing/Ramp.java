package io.goodput.core.pacing;

/**
 * The rate at which writes may go on while memtables of a column family wait for their flush: less
 * as the headroom falls, that is the bytes that the memtables still have room for. With little of
 * it left the rate is in proportion to it; with all but one memtable free it is without bound, so
 * that a burst may use the memory that is there. Hence no step, and no stop: the headroom is never
 * used up.
 *
 * <p>It goes by the rate at which memtables were flushed. A flush that takes longer than that
 * counts before it ends: as if it ended now. Then the headroom shrinks like 1 / age, however long
 * the flush takes.
 *
 * <p>Immutable. Bytes are those that all of the database was asked to write, since it was opened.
 *
 * @param flushRate in bytes a second
 * @param memtableBytes that one memtable takes
 * @param fullAt bytes written by when the headroom would be used up
 * @param leastHeadroom what it is at least, in bytes: the memtables that have not been begun
 * @param mostHeadroom what it is when one memtable waits and none is begun, in bytes
 * @param oldestSealed when the memtable was sealed that has waited longest, in monotonic
 *     nanoseconds
 */
record Ramp(
    double flushRate,
    double memtableBytes,
    double fullAt,
    double leastHeadroom,
    double mostHeadroom,
    long oldestSealed) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Bytes that may still be written. */
  double headroom(long written) {
    return Math.max(leastHeadroom, fullAt - written);
  }

  /** Bytes a second. */
  double rate(long written, long now) {
    double seconds = Math.max(1, now - oldestSealed) / NANOS_PER_SECOND;
    double headroom = headroom(written);
    // To the fourth, lest the rate swing where it settles, with half of the memory in use.
    double free = headroom / mostHeadroom;
    double square = free * free;
    return Math.min(flushRate, memtableBytes / seconds)
        * (headroom / memtableBytes)
        / Math.max(0, 1 - square * square);
  }
}
