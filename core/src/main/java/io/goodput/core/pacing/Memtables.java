package io.goodput.core.pacing;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The memtables of one column family, and how fast they are flushed.
 *
 * <p>The rate of a flush is the memtable's bytes over the time since it was <em>sealed</em>, not
 * since its flush began: waiting for other flushes and compactions on the same disk counts. Bytes
 * are those of all of the database, whichever column family they were for: so nobody has to tell
 * them apart, and the rate is one that the database's writes can go by.
 *
 * <p>Not thread-safe. Times are monotonic nanoseconds.
 */
final class Memtables {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Weight of the newest memtable in the average. */
  private static final double NEWEST = 0.25;

  /** The slowest of the last flushes understates what the disk sustains, by about so much. */
  static final double GAIN = 1.5;

  /** A part of the average; what is smaller was flushed for another reason than being full. */
  private static final double TOO_SMALL = 0.25;

  private final PaceSettings settings;
  private final FlushRates rates;
  private final Deque<Sealed> waiting = new ArrayDeque<>();
  private double memtableBytes;
  private long begunAt;
  private long writtenBefore;
  private long flushedUpTo = Long.MIN_VALUE;

  /** Of a column family whose active memtable is new. */
  Memtables(PaceSettings settings, long written, long now) {
    this.settings = settings;
    this.rates = new FlushRates(settings.window());
    this.writtenBefore = written;
    this.begunAt = now;
  }

  /**
   * The active memtable was sealed.
   *
   * @param first sequence number in it
   * @param written by the database until now, in bytes
   * @return whether it waits for its flush
   */
  boolean sealed(long first, long written, long now) {
    long bytes = written - writtenBefore;
    memtableBytes = memtableBytes == 0 ? bytes : memtableBytes + NEWEST * (bytes - memtableBytes);
    boolean waits = first > flushedUpTo;
    if (waits) {
      waiting.add(new Sealed(first, bytes, now, now - begunAt));
    }
    writtenBefore = written;
    begunAt = now;
    return waits;
  }

  /**
   * Memtables were flushed.
   *
   * @param last sequence number in them
   * @return how many
   */
  int flushed(long last, long now) {
    flushedUpTo = Math.max(flushedUpTo, last);
    int before = waiting.size();
    while (!waiting.isEmpty() && waiting.element().first <= last) {
      Sealed memtable = waiting.remove();
      if (memtable.bytes > TOO_SMALL * memtableBytes) {
        rates.add(rate(memtable.bytes, now - memtable.at));
      }
    }
    return before - waiting.size();
  }

  /** Nothing waits any more, for whatever reason; says how many did. */
  int reset() {
    int before = waiting.size();
    waiting.clear();
    return before;
  }

  /** Whether writes are to be paced. */
  boolean engaged() {
    return waiting.size() >= settings.engagedFrom() && memtableBytes > 0;
  }

  /** The ramp while they are. */
  Ramp ramp() {
    int left = Math.max(0, settings.memtables() - waiting.size());
    Sealed oldest = waiting.element();
    double flushRate = GAIN * rates.least();
    if (Double.isInfinite(flushRate)) {
      // Before the first flush has ended: as fast as the memtable was filled.
      flushRate = rate(oldest.bytes, oldest.filledIn);
    }
    return new Ramp(
        flushRate,
        memtableBytes,
        writtenBefore + left * memtableBytes,
        Math.max(0, left - 1) * memtableBytes,
        (settings.memtables() - 1) * memtableBytes,
        oldest.at);
  }

  private static double rate(long bytes, long nanos) {
    return bytes * NANOS_PER_SECOND / Math.max(1, nanos);
  }

  private record Sealed(long first, long bytes, long at, long filledIn) {}
}
