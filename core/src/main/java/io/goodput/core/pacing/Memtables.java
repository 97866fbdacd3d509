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
 * <p>A database may flush several memtables together, and begin when it has that many. Until then,
 * only further writes can start a flush, so the memtables that wait bound no writes.
 *
 * <p>Not thread-safe. Times are monotonic nanoseconds.
 */
final class Memtables {

  /** Weight of the newest memtable in the moving average of their sizes. */
  private static final double NEWEST = 0.25;

  /** Fraction of that average; smaller flushes had another reason than a full memtable. */
  private static final double TOO_SMALL = 0.25;

  /** Memtables beyond those of the settings that a database takes, unless it says otherwise. */
  private static final int SPARE = 1;

  /** With more memtables than this, a database delays writes when one is left. */
  private static final int MOST_WITHOUT_DELAY = 3;

  private final PaceSettings settings;
  private final FlushRates rates;
  private final Deque<Sealed> waiting = new ArrayDeque<>();
  private double memtableBytes;
  private long flushingSince;
  private long begunAt;
  private long writtenBefore;
  private long flushedUpTo = Long.MIN_VALUE;

  /** How many memtables must wait before a flush begins by itself, as far as is known. */
  private int flushedTogether;

  private int running;

  /**
   * How many memtables, the active one included, there may be before the database delays writes.
   */
  private int free;

  /**
   * A column family whose active memtable is empty.
   *
   * @param flushedTogether how many memtables must wait before a flush begins, as far as is known
   */
  Memtables(PaceSettings settings, int flushedTogether, long written, long now) {
    this.settings = settings;
    this.free = settings.memtables() + SPARE;
    this.flushedTogether = flushedTogether;
    this.rates = new FlushRates(settings.window());
    this.writtenBefore = written;
    this.begunAt = now;
  }

  /**
   * How many memtables the database keeps before it stops writes.
   *
   * @param memtables 2 or more, the active one included
   */
  void most(int memtables) {
    free = memtables > MOST_WITHOUT_DELAY ? memtables - 1 : memtables;
  }

  /**
   * The active memtable was sealed.
   *
   * @param first sequence number in it
   * @param written bytes that the database has written so far
   */
  void sealed(long first, long written, long now) {
    long bytes = written - writtenBefore;
    memtableBytes = memtableBytes == 0 ? bytes : memtableBytes + NEWEST * (bytes - memtableBytes);
    if (first > flushedUpTo) {
      waiting.add(new Sealed(first, bytes, now - begunAt));
      if (waiting.size() == flushedTogether) {
        flushingSince = now;
      }
    }
    writtenBefore = written;
    begunAt = now;
  }

  /** A flush has begun, because enough memtables wait or for another reason. */
  void flushBegun(long now) {
    if (due() == 0) {
      flushingSince = now;
    }
    running++;
  }

  /**
   * No flush is running, or about to run.
   *
   * @param since memtables that were sealed later may be unknown to the caller
   */
  void noFlushDue(long since) {
    if (begunAt - since <= 0) {
      running = 0;
      if (!waiting.isEmpty()) {
        flushedTogether = Math.max(flushedTogether, waiting.size() + 1);
      }
    }
  }

  /**
   * Memtables were flushed.
   *
   * @param last sequence number in them
   * @return how many of the waiting memtables that were
   */
  int flushed(long last, long now) {
    flushedUpTo = Math.max(flushedUpTo, last);
    running = Math.max(0, running - 1);
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
    running = 0;
    return before;
  }

  /** How many memtables wait for a flush that is running or about to run. */
  private int due() {
    return running > 0 || waiting.size() >= flushedTogether ? waiting.size() : 0;
  }

  /** What there is to flush. */
  Flushes flushes() {
    return new Flushes(waiting.size(), due(), running);
  }

  /** Whether enough memtables wait that writes are paced. */
  boolean engaged() {
    return due() >= settings.engagedFrom() && memtableBytes > 0;
  }

  /** The ramp while writes are paced. */
  Ramp ramp() {
    // Writes fill the memtables of the next flush during this one, as far as a database allows.
    int usable = Math.min(free, Math.max(settings.memtables(), 2 * flushedTogether));
    int left = Math.max(0, usable - waiting.size());
    double flushRate = rates.mean();
    if (Double.isInfinite(flushRate)) {
      // Before the first flush ends: as fast as the oldest memtable was filled.
      Sealed oldest = waiting.element();
      flushRate = rate(oldest.bytes, oldest.filledIn);
    }
    return new Ramp(
        flushRate,
        flushedTogether * memtableBytes,
        writtenBefore + left * memtableBytes,
        Math.max(0, left - 1) * memtableBytes,
        Math.max(1, usable - flushedTogether) * memtableBytes,
        flushingSince);
  }

  private static double rate(long bytes, long nanos) {
    return Nanos.perSecond(bytes, Math.max(1, nanos));
  }

  private record Sealed(long first, long bytes, long filledIn) {}
}
