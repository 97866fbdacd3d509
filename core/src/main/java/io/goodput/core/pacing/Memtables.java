package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The memtables of one column family, and how fast they are flushed.
 *
 * <p>The rate of a flush is the bytes of its memtables over the time since it could have started:
 * since they were sealed, or since the previous flush ended, if that was later. Time spent behind
 * other databases and compactions on the same disk counts; time spent behind the family's own
 * flushes does not. The rate therefore says what the disk sustains, however full the memtables are.
 * Bytes are those of the whole database, whichever column family they were written to: callers need
 * not tell them apart, and the rate applies to all writes of the database.
 *
 * <p>Not thread-safe. Times are monotonic nanoseconds.
 */
final class Memtables {

  /** Weight of the newest memtable in the moving average of their sizes. */
  private static final double NEWEST = 0.25;

  /** Fraction of that average; smaller flushes had another reason than a full memtable. */
  private static final double TOO_SMALL = 0.25;

  private final PaceSettings settings;
  private final FlushRates rates;
  private final Deque<Sealed> waiting = new ArrayDeque<>();
  private double memtableBytes;
  private long flushingSince;
  private long begunAt;
  private long writtenBefore;
  private long flushedUpTo = Long.MIN_VALUE;

  /** A column family whose active memtable is empty. */
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
   * @param written bytes that the database has written so far
   * @return whether the memtable waits for its flush; false if it was flushed already
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
   * @return how many of the waiting memtables that were
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

  /**
   * Forgets all memtables that wait for a flush.
   *
   * @return how many did
   */
  int reset() {
    int before = waiting.size();
    waiting.clear();
    return before;
  }

  /** Whether enough memtables wait that writes are paced. */
  boolean engaged() {
    return waiting.size() >= settings.engagedFrom() && memtableBytes > 0;
  }

  /** The ramp while writes are paced. */
  Ramp ramp() {
    int left = Math.max(0, settings.memtables() - waiting.size());
    double flushRate = rates.mean();
    if (Double.isInfinite(flushRate)) {
      // Before the first flush ends: as fast as the oldest memtable was filled.
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
    return Nanos.perSecond(bytes, Math.max(1, nanos));
  }

  private record Sealed(long first, long bytes, long filledIn) {}
}
