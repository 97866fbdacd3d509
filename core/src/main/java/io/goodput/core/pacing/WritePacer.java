package io.goodput.core.pacing;

import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Paces the writes of one database so that its memtables are flushed as fast as they are filled,
 * and the database never has to stop writes.
 *
 * <p>The database's events come in through {@link #sealed}, {@link #flushed}, {@link #levelZero}
 * and {@link #pendingCompaction}; each write asks through one of the others. Thread-safe; writes
 * take no lock. While nothing waits for a flush, a write costs an addition and a look at one field.
 */
public final class WritePacer {

  /** However slow the flushes, writes go on at so many bytes a second. */
  static final double LEAST_RATE = 64 * 1024;

  /**
   * A wait shorter than this is not worth a sleep; the next one is longer for it. Sleeping and
   * waking cost more than a write.
   */
  static final long SLACK_NANOS = 1_000_000;

  /** How long a sleeper may take to see that a flush has made room. */
  static final long LONGEST_SLEEP_NANOS = 5_000_000;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long NO_TIMEOUT = Long.MAX_VALUE / 4;

  private final PaceSettings settings;
  private final SharedMemory memory;
  private final TimeSource time;
  private final LongAdder written = new LongAdder();
  private final LongAdder delayedNanos = new LongAdder();
  private final LongAdder delayedWrites = new LongAdder();
  private final VirtualSchedule schedule;
  private final AtomicInteger reliefs = new AtomicInteger();
  private volatile Limits limits = Limits.NONE;

  // Guarded by this.
  private final Map<String, Memtables> families = new HashMap<>();
  private final CompactionDebt levelZero;
  private final CompactionDebt pending;
  private final long madeAt;
  private long engagedSince;
  private long engagedNanos;
  private int unreportedFlushes;
  private long memoryReported;
  private long writtenAtReport;
  private boolean closed;

  /** Of a database that is about to be opened, with memory of its own. */
  public WritePacer(PaceSettings settings, TimeSource time) {
    this(settings, SharedMemory.UNBOUNDED, time);
  }

  /** Of a database that is about to be opened, and shares memory with others. */
  public WritePacer(PaceSettings settings, SharedMemory memory, TimeSource time) {
    this.settings = settings;
    this.memory = memory;
    this.time = time;
    this.madeAt = time.monotonicNanos();
    this.schedule = new VirtualSchedule(madeAt);
    this.levelZero = new CompactionDebt(settings.levelZeroCeiling(), 0, madeAt);
    this.pending = new CompactionDebt(settings.debtCeiling(), 0, madeAt);
  }

  /**
   * Counts a write, and says how long it has to wait before it is made.
   *
   * @param bytes of its keys and values
   * @return nanoseconds; zero, mostly
   */
  public long reserve(long bytes) {
    count(bytes);
    Limits current = limits;
    return isFree(current) ? 0 : turn(current, bytes, NO_TIMEOUT);
  }

  /**
   * Waits for as long as a write has to wait before it is made.
   *
   * @param bytes of its keys and values
   * @throws InterruptedException if the thread is interrupted while it waits; the write does not
   *     count
   */
  public void pace(long bytes) throws InterruptedException {
    tryPace(bytes, NO_TIMEOUT);
  }

  /**
   * Waits for as long as a write has to wait before it is made, whether the thread is interrupted
   * or not.
   *
   * @param bytes of its keys and values
   */
  public void paceUninterruptibly(long bytes) {
    long wait = reserve(bytes);
    boolean interrupted = false;
    while (wait > 0) {
      try {
        await(bytes, wait);
        wait = 0;
      } catch (InterruptedException e) {
        interrupted = true;
        wait = turn(limits, bytes, NO_TIMEOUT);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits before a write, unless that would take too long.
   *
   * @param bytes of its keys and values
   * @param timeoutNanos the longest wait; zero or less for none
   * @return false, at once, if it would take longer; the write does not count then, and is not to
   *     be made
   * @throws InterruptedException if the thread is interrupted while it waits; the write does not
   *     count
   */
  public boolean tryPace(long bytes, long timeoutNanos) throws InterruptedException {
    count(bytes);
    Limits current = limits;
    if (isFree(current)) {
      return true;
    }
    long wait = turn(current, bytes, Math.max(0, timeoutNanos));
    if (wait == VirtualSchedule.TOO_LATE) {
      count(-bytes);
      return false;
    }
    if (wait > 0) {
      try {
        await(bytes, wait);
      } catch (InterruptedException e) {
        count(-bytes);
        throw e;
      }
    }
    return true;
  }

  private void count(long bytes) {
    written.add(bytes);
    if (memory.isBounded()) {
      memory.add(bytes);
    }
  }

  private boolean isFree(Limits current) {
    return !current.engaged() && !(memory.isBounded() && memory.isTight());
  }

  private long turn(Limits current, long bytes, long timeoutNanos) {
    long now = time.monotonicNanos();
    long latest = now + timeoutNanos;
    double rate = Math.max(LEAST_RATE, current.rate(written.sum(), now));
    long moment = schedule.take(now, (long) (bytes * NANOS_PER_SECOND / rate), latest);
    if (moment == VirtualSchedule.TOO_LATE) {
      return moment;
    }
    if (memory.isBounded() && memory.isTight()) {
      long shared = memory.take(now, bytes, latest);
      if (shared == VirtualSchedule.TOO_LATE) {
        return shared;
      }
      moment = now + Math.max(moment - now, shared - now);
    }
    long wait = moment - now;
    return wait <= SLACK_NANOS ? 0 : wait;
  }

  private void await(long bytes, long wait) throws InterruptedException {
    long begun = time.monotonicNanos();
    long due = begun + wait;
    int seen = reliefs.get();
    long now = begun;
    while (due - now > 0) {
      LockSupport.parkNanos(this, Math.min(due - now, LONGEST_SLEEP_NANOS));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      now = time.monotonicNanos();
      int latest = reliefs.get();
      if (latest != seen) {
        seen = latest;
        due = now + Math.min(due - now, turn(limits, bytes, NO_TIMEOUT));
      }
    }
    delayedNanos.add(now - begun);
    delayedWrites.increment();
  }

  /**
   * The active memtable of a column family was sealed, and waits for its flush.
   *
   * @param first sequence number in it
   */
  public synchronized void sealed(String family, long first) {
    long now = time.monotonicNanos();
    if (memtables(family).sealed(first, written.sum(), now) && memory.isBounded()) {
      memory.sealed();
    }
    update(now);
  }

  /**
   * Memtables of a column family were flushed.
   *
   * @param last sequence number in them
   */
  public synchronized void flushed(String family, long last) {
    long now = time.monotonicNanos();
    unreportedFlushes += memtables(family).flushed(last, now);
    update(now);
    relieve(now);
  }

  /** No memtable of any column family waits for its flush. */
  public synchronized void nothingWaits() {
    for (Memtables memtables : families.values()) {
      unreportedFlushes += memtables.reset();
    }
    update(time.monotonicNanos());
  }

  /**
   * What the memtables take, after flushes.
   *
   * @param bytes of all column families, as the database counts them
   */
  public synchronized void memory(long bytes) {
    if (memory.isBounded()) {
      long now = written.sum();
      memory.flushed(unreportedFlushes, memoryReported + now - writtenAtReport - bytes);
      memoryReported = bytes;
      writtenAtReport = now;
      unreportedFlushes = 0;
    }
  }

  /**
   * The number of files at level 0 has changed, in the column family that has most.
   *
   * @param files there are now
   * @param compacted files that a compaction has removed, zero if none ended
   */
  public synchronized void levelZero(int files, int compacted) {
    long now = time.monotonicNanos();
    levelZero.changed(files, compacted, written.sum(), now);
    update(now);
  }

  /**
   * The estimate of what is to be compacted has changed.
   *
   * @param bytes there are now
   * @param compacted bytes that a compaction has read, zero if none ended
   */
  public synchronized void pendingCompaction(long bytes, long compacted) {
    long now = time.monotonicNanos();
    pending.changed((double) bytes, (double) compacted, written.sum(), now);
    update(now);
  }

  /** Lets go of all writes, now and from now on. */
  public synchronized void close() {
    closed = true;
    nothingWaits();
    memory(0);
    long now = time.monotonicNanos();
    update(now);
    relieve(now);
  }

  /** What the pacer does now. */
  public synchronized PaceState state() {
    long now = time.monotonicNanos();
    long bytes = written.sum();
    Limits current = limits;
    return new PaceState(
        Math.max(LEAST_RATE, current.rate(bytes, now)),
        current.headroom(bytes),
        bytes,
        engagedNanos + (current.engaged() ? now - engagedSince : 0),
        now - madeAt,
        delayedNanos.sum(),
        delayedWrites.sum());
  }

  private Memtables memtables(String family) {
    return families.computeIfAbsent(family, name -> new Memtables(settings, 0, madeAt));
  }

  private void update(long now) {
    Limits next = closed ? Limits.NONE : limits(now);
    if (limits.engaged()) {
      engagedNanos += now - engagedSince;
    }
    engagedSince = now;
    limits = next;
  }

  private Limits limits(long now) {
    List<Ramp> ramps = new ArrayList<>();
    for (Memtables memtables : families.values()) {
      if (memtables.engaged()) {
        ramps.add(memtables.ramp());
      }
    }
    long bytes = written.sum();
    double byDebt = Math.min(levelZero.rate(bytes, now), pending.rate(bytes, now));
    return Limits.of(ramps, byDebt);
  }

  /** Writes that wait by an old rate look at the new one. */
  private void relieve(long now) {
    if (schedule.clear(now, LONGEST_SLEEP_NANOS)) {
      reliefs.incrementAndGet();
    }
  }
}
