package io.goodput.core.pacing;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.atomic.LongAdder;

/**
 * Paces the writes of one database so that its memtables are flushed as fast as they are filled,
 * and the database never has to stop writes.
 *
 * <p>The database's events arrive through {@link #sealed}, {@link #flushed}, {@link #levelZero} and
 * {@link #pendingCompaction}; each write calls {@link #pace} or one of its variants. Thread-safe;
 * writes take no lock. While no memtable waits for a flush, a write costs one addition and one
 * volatile read. The bytes of a write are those of its keys and values.
 */
public final class WritePacer {

  /**
   * A shorter wait is skipped, and added to the next one: sleeping and waking cost more than a
   * write.
   */
  static final long SLACK_NANOS = Nanos.PER_MILLI;

  private static final long NO_TIMEOUT = Long.MAX_VALUE / 4;

  private final TimeSource time;
  private final long createdAt;
  private final LongAdder written = new LongAdder();
  private final VirtualSchedule schedule;
  private final DelayedWrites delayed;
  private final MemoryAccount memory;
  private volatile Limits limits = Limits.NONE;
  private volatile boolean failing;
  private volatile boolean closed;

  // Guarded by this.
  private final Backlog backlog;
  private final EngagedTime engaged = new EngagedTime();

  /** A pacer for a database that is about to be opened, with memory of its own. */
  public WritePacer(PaceSettings settings, TimeSource time) {
    this(settings, SharedMemory.UNBOUNDED, time, () -> {});
  }

  /**
   * A pacer for a database that is about to be opened, and shares memory with others.
   *
   * @param whileWaiting runs every few milliseconds on each thread whose write waits; brief. It may
   *     look at the database, and report what it finds
   */
  public WritePacer(
      PaceSettings settings, SharedMemory memory, TimeSource time, Runnable whileWaiting) {
    this.time = time;
    this.createdAt = time.monotonicNanos();
    this.schedule = new VirtualSchedule(createdAt);
    this.delayed = new DelayedWrites(time, whileWaiting);
    this.memory = new MemoryAccount(memory);
    this.backlog = new Backlog(settings, createdAt);
  }

  /**
   * Counts a write, without waiting.
   *
   * @return how long the caller has to wait before it makes the write, in nanoseconds; mostly zero
   */
  public long reserve(long bytes) {
    count(bytes);
    return isFree(limits) ? 0 : turn(limits, bytes, NO_TIMEOUT);
  }

  /**
   * Waits until a write may be made.
   *
   * @throws InterruptedException if the thread is interrupted while it waits; the write does not
   *     count
   */
  public void pace(long bytes) throws InterruptedException {
    tryPace(bytes, NO_TIMEOUT);
  }

  /** Waits until a write may be made, even if the thread is interrupted. */
  public void paceUninterruptibly(long bytes) {
    count(bytes);
    boolean interrupted = false;
    boolean waits = !isFree(limits);
    while (waits) {
      try {
        await(bytes, NO_TIMEOUT);
        waits = false;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until a write may be made, unless that takes too long.
   *
   * @param timeoutNanos the longest wait; zero or less for none
   * @return false, at once, if the wait would be longer; the write then does not count, and the
   *     caller must not make it
   * @throws InterruptedException if the thread is interrupted while it waits; the write does not
   *     count
   */
  public boolean tryPace(long bytes, long timeoutNanos) throws InterruptedException {
    count(bytes);
    if (isFree(limits)) {
      return true;
    }
    boolean made = false;
    try {
      made = await(bytes, Math.max(0, timeoutNanos));
    } finally {
      if (!made) {
        count(-bytes);
      }
    }
    return made;
  }

  /**
   * Waits until a write may be made, or until the longest wait is over. The caller makes it in both
   * cases.
   *
   * @param longestNanos the longest wait; zero or less for none
   * @throws InterruptedException if the thread is interrupted while it waits; the write still
   *     counts
   */
  public void pace(long bytes, long longestNanos) throws InterruptedException {
    count(bytes);
    int reliefs = delayed.reliefs();
    if (!isFree(limits) && longestNanos > 0 && !await(bytes, longestNanos)) {
      // It takes no turn, so that the writes after it do not wait for it as well.
      delayed.await(longestNanos, reliefs, () -> 0);
    }
  }

  /**
   * Counts a write that may be made now; never waits.
   *
   * @return zero if the caller may make the write; else the nanoseconds after which to ask again,
   *     and the write does not count
   */
  public long retryAfter(long bytes) {
    count(bytes);
    if (isFree(limits) || turn(limits, bytes, SLACK_NANOS) != VirtualSchedule.TOO_LATE) {
      return 0;
    }
    count(-bytes);
    long now = time.monotonicNanos();
    return Math.max(SLACK_NANOS, Math.max(schedule.ahead(now), memory.ahead(now)));
  }

  private void count(long bytes) {
    written.add(bytes);
    memory.count(bytes);
  }

  private boolean isFree(Limits current) {
    return (!current.engaged() && !memory.isTight()) || isReleased();
  }

  /** Whether no write waits, whatever the limits. */
  private boolean isReleased() {
    return failing || closed;
  }

  /** Takes a turn, and returns the nanoseconds until then, or {@link VirtualSchedule#TOO_LATE}. */
  private long turn(Limits current, long bytes, long timeoutNanos) {
    if (isReleased()) {
      return 0;
    }
    long now = time.monotonicNanos();
    long latest = now + Math.min(timeoutNanos, NO_TIMEOUT);
    double rate = current.pacedRate(written.sum(), now);
    long cost = Nanos.timeFor(bytes, rate);
    long moment = schedule.take(now, cost, latest);
    if (moment == VirtualSchedule.TOO_LATE) {
      return moment;
    }
    if (memory.isTight()) {
      long shared = memory.take(now, bytes, latest);
      if (shared == VirtualSchedule.TOO_LATE) {
        schedule.giveBack(cost);
        return shared;
      }
      moment = now + Math.max(moment - now, shared - now);
    }
    long wait = moment - now;
    return wait <= SLACK_NANOS ? 0 : wait;
  }

  /** Takes a turn and waits for it; returns false, at once, if that takes longer than a timeout. */
  private boolean await(long bytes, long timeoutNanos) throws InterruptedException {
    // Read first: a relief after that may have come too late for this turn.
    int reliefs = delayed.reliefs();
    long wait = turn(limits, bytes, timeoutNanos);
    if (wait == VirtualSchedule.TOO_LATE) {
      return false;
    }
    if (wait > 0) {
      delayed.await(wait, reliefs, () -> turn(limits, bytes, NO_TIMEOUT));
    }
    return true;
  }

  /**
   * How many memtables of a column family must wait before the database begins to flush them. If
   * this is not known before the first memtable is sealed, {@link #noFlushDue} tells.
   *
   * @param memtables 1 or more
   */
  public synchronized void flushTogether(int memtables) {
    backlog.flushTogether(memtables);
  }

  /** How many memtables, 2 or more, a column family has when the database stops writes. */
  public synchronized void mostMemtables(String family, int memtables) {
    backlog.mostMemtables(family, memtables);
  }

  /**
   * The active memtable of a column family was sealed, and waits for its flush.
   *
   * @param first sequence number in it
   */
  public synchronized void sealed(String family, long first) {
    long now = time.monotonicNanos();
    backlog.sealed(family, first, written.sum(), now);
    update(now);
  }

  /** A flush of a column family has begun. */
  public synchronized void flushBegun(String family) {
    long now = time.monotonicNanos();
    backlog.flushBegun(family, now);
    update(now);
  }

  /**
   * No flush of the database is running, or about to run. If memtables wait, the database wants
   * more of them before it flushes them together. Only writes can bring that about, so they no
   * longer wait.
   *
   * @param nanos memtables that were sealed in that time do not count
   */
  public synchronized void noFlushDue(long nanos) {
    long now = time.monotonicNanos();
    backlog.noFlushDue(now - nanos);
    update(now);
  }

  /**
   * Memtables of a column family were flushed.
   *
   * @param last sequence number in them
   */
  public synchronized void flushed(String family, long last) {
    long now = time.monotonicNanos();
    memory.flushed(backlog.flushed(family, last, now));
    update(now);
    relieve(now);
  }

  /** No memtable of any column family waits for its flush. */
  public synchronized void nothingWaits() {
    memory.flushed(backlog.reset());
    update(time.monotonicNanos());
  }

  /** A column family is gone, with the memtables that wait for a flush. */
  public synchronized void forget(String family) {
    memory.flushed(backlog.forget(family));
    update(time.monotonicNanos());
  }

  /**
   * Flushes or compactions of the database fail, or work again. While they fail, no write waits:
   * the database decides what becomes of it.
   */
  public synchronized void failing(boolean nowFailing) {
    failing = nowFailing;
    if (nowFailing) {
      nothingWaits();
      delayed.relieve();
    } else {
      update(time.monotonicNanos());
    }
  }

  /**
   * The memory that the memtables use, after flushes.
   *
   * @param bytes of all column families, as the database counts them
   */
  public synchronized void memory(long bytes) {
    memory.report(bytes, written.sum());
  }

  /**
   * The number of files at level 0 has changed, in the column family with the most.
   *
   * @param files their number now
   * @param compacted files that a compaction has removed; zero if none has ended
   */
  public synchronized void levelZero(int files, int compacted) {
    long now = time.monotonicNanos();
    backlog.levelZero(files, compacted, written.sum(), now);
    update(now);
  }

  /**
   * The number of files at level 0 is another one than was reported, for a reason other than writes
   * and compactions.
   *
   * @param files their number, in the column family with the most
   */
  public synchronized void correctLevelZero(int files) {
    long now = time.monotonicNanos();
    backlog.correctLevelZero(files, now);
    update(now);
  }

  /**
   * The estimate of the bytes that wait for compaction has changed.
   *
   * @param bytes the estimate now
   * @param compacted bytes that a compaction has read; zero if none has ended
   */
  public synchronized void pendingCompaction(long bytes, long compacted) {
    long now = time.monotonicNanos();
    backlog.pendingCompaction(bytes, compacted, written.sum(), now);
    update(now);
  }

  /** As {@link #correctLevelZero}, for the estimate of the bytes that wait for compaction. */
  public synchronized void correctPendingCompaction(long bytes) {
    long now = time.monotonicNanos();
    backlog.correctPendingCompaction(bytes, now);
    update(now);
  }

  /**
   * Whether the caller should flush a memtable: memory that databases share may become full of
   * memtables that none of them flushes by itself.
   */
  public boolean takeFlush() {
    return memory.takeFlush();
  }

  /** Stops delaying writes, those that wait now included. */
  public synchronized void close() {
    closed = true;
    nothingWaits();
    memory(0);
    delayed.relieve();
  }

  /** Whether the pacer was closed. */
  public boolean isClosed() {
    return closed;
  }

  /** What the pacer does now, and has done so far. */
  public synchronized PaceState state() {
    long now = time.monotonicNanos();
    long bytes = written.sum();
    Limits current = limits;
    return new PaceState(
        memory.isTight() ? PaceCause.SHARED_MEMORY : current.cause(bytes, now),
        current.pacedRate(bytes, now),
        current.headroom(bytes),
        bytes,
        engaged.nanos(now),
        now - createdAt,
        delayed.nanos(),
        delayed.count());
  }

  private void update(long now) {
    memory.flushes(backlog.flushes());
    Limits next = isReleased() ? Limits.NONE : backlog.limits(written.sum(), now);
    boolean ends = limits.engaged() && !next.engaged();
    engaged.set(next.engaged(), now);
    limits = next;
    if (ends) {
      relieve(now);
    }
  }

  /** Lets writes that wait at an old, lower rate take a new turn. */
  private void relieve(long now) {
    if (schedule.clear(now, DelayedWrites.LONGEST_SLEEP_NANOS)) {
      delayed.relieve();
    }
  }
}
