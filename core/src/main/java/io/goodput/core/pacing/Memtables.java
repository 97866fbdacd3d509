package io.goodput.core.pacing;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The memtables of one column family, and how fast they are flushed.
 *
 * <p>The rate of a flush is the bytes of its memtables over the time since they could have been
 * flushed: since they were sealed, or since the flush before ended, if that was later. Waiting for
 * other databases and for compactions on the same disk counts, and waiting for an own flush does
 * not: the rate tells what the disk sustains, however full the memtables are. Bytes are those of
 * all of the database, whichever column family they were for: so nobody has to tell them apart, and
 * the rate is one that the database's writes can go by.
 *
 * <p>Not thread-safe. Times are monotonic nanoseconds.
 */
final class Memtables {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Weight of the newest memtable in the average. */
  private static final double NEWEST = 0.25;

  /** A part of the average; what is smaller was flushed for another reason than being full. */
  private static final double TOO_SMALL = 0.25;

  private final PaceSettings settings;
  private final FlushRates rates;
  private final Deque<Sealed> waiting = new ArrayDeque<>();
  private double memtableBytes;
  private long flushingSince;
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
      waiting.add(new Sealed(first, bytes, now - begunAt));
      if (waiting.size() == 1) {
        flushingSince = now;
      }
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
    long bytes = 0;
    while (!waiting.isEmpty() && waiting.element().first <= last) {
      bytes += waiting.remove().bytes;
    }
    if (bytes > TOO_SMALL * memtableBytes) {
      rates.add(rate(bytes, now - flushingSince));
    }
    int flushed = before - waiting.size();
    if (flushed > 0) {
      flushingSince = now;
    }
    return flushed;
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
    double flushRate = rates.mean();
    if (Double.isInfinite(flushRate)) {
      // Before the first flush has ended: as fast as the memtable was filled.
      Sealed oldest = waiting.element();
      flushRate = rate(oldest.bytes, oldest.filledIn);
    }
    return new Ramp(
        flushRate,
        memtableBytes,
        writtenBefore + left * memtableBytes,
        Math.max(0, left - 1) * memtableBytes,
        (settings.memtables() - 1) * memtableBytes,
        flushingSince);
  }

  private static double rate(long bytes, long nanos) {
    return bytes * NANOS_PER_SECOND / Math.max(1, nanos);
  }

  private record Sealed(long first, long bytes, long filledIn) {}
}
