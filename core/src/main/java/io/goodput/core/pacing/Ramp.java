package io.goodput.core.pacing;

/**
 * The rate at which writes may go on while memtables of a column family wait for their flush, by
 * the headroom: the bytes that the memtables still have room for. It is the rate of the last
 * flushes while some of the memory is free, so that it stays even while memtables fill and are
 * flushed; with less than half of what can be free, it is in proportion to that; with nearly all of
 * it free, it is without bound, so that a burst may use the memory that is there. Hence no step,
 * and no stop: the headroom is never used up.
 *
 * <p>A flush that takes more than twice as long as the last ones counts before it ends: with twice
 * the rate that it would have if it ended now. Then the headroom shrinks like a power of 1 / age,
 * however long the flush takes.
 *
 * <p>Immutable. Bytes are those that all of the database was asked to write, since it was opened.
 *
 * @param flushRate in bytes a second
 * @param memtableBytes that one memtable takes
 * @param fullAt bytes written by when the headroom would be used up
 * @param leastHeadroom what it is at least, in bytes: the memtables that have not been begun
 * @param mostHeadroom what it is when one memtable waits and none is begun, in bytes
 * @param flushingSince when the flush that is due could begin, in monotonic nanoseconds
 */
record Ramp(
    double flushRate,
    double memtableBytes,
    double fullAt,
    double leastHeadroom,
    double mostHeadroom,
    long flushingSince) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Writes are to be a little faster than flushes, so that half of the memory is in use. */
  private static final double GAIN = 1.1;

  /** How many times as long as the last ones a flush may take before it counts. */
  private static final double PATIENCE = 2;

  /** Bytes that may still be written. */
  double headroom(long written) {
    return Math.max(leastHeadroom, fullAt - written);
  }

  /** Bytes a second. */
  double rate(long written, long now) {
    double seconds = Math.max(1, now - flushingSince) / NANOS_PER_SECOND;
    return Math.min(GAIN * flushRate, PATIENCE * memtableBytes / seconds)
        * Slope.at(headroom(written) / mostHeadroom);
  }
}
