package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;

/**
 * The rate of writes while memtables of a column family wait for their flush, as a function of the
 * headroom: the bytes that the memtables can still take. With part of the memory free, the rate is
 * that of the last flushes, so that it stays even while memtables fill and are flushed. With less
 * than half of it free, the rate is proportional to the headroom; with nearly all of it free, it is
 * without bound, so that a burst may use the memory. The rate has no step, and the headroom is
 * never used up.
 *
 * <p>A flush that takes more than twice as long as the last ones counts before it ends: at twice
 * the rate that it would have if it ended now. The headroom then shrinks like a power of 1 / age,
 * however long the flush takes.
 *
 * <p>Immutable. Bytes are those that the whole database has written since it was opened.
 *
 * @param flushRate in bytes per second
 * @param flushBytes size of a flush
 * @param fullAt bytes written when the headroom is used up
 * @param leastHeadroom lower bound of the headroom in bytes: the memtables that are still empty
 * @param mostHeadroom the headroom in bytes with one memtable waiting and all others empty
 * @param flushingSince when the next flush could start, in monotonic nanoseconds
 */
record Ramp(
    double flushRate,
    double flushBytes,
    double fullAt,
    double leastHeadroom,
    double mostHeadroom,
    long flushingSince) {

  /** Writes are a little faster than flushes, so that half of the memory stays in use. */
  private static final double GAIN = 1.1;

  /** How many times as long as the last ones a flush may take before it counts. */
  private static final double LATE = 2;

  /** Bytes that may still be written. */
  double headroom(long written) {
    return Math.max(leastHeadroom, fullAt - written);
  }

  /** Bytes per second. */
  double rate(long written, long now) {
    double seconds = Nanos.toSeconds(Math.max(1, now - flushingSince));
    return Math.min(GAIN * flushRate, LATE * flushBytes / seconds)
        * Slope.at(headroom(written) / mostHeadroom);
  }
}
