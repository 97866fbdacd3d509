package io.goodput.core.pacing;

/**
 * The part of a {@link SharedMemory} that one database uses. Between two reports of the database,
 * its writes count as used memory.
 *
 * <p>Writes may come from any thread; the other methods need a common lock.
 */
final class MemoryAccount {

  private final SharedMemory memory;
  private Flushes flushes = Flushes.NONE;
  private int unreportedFlushes;
  private long reportedBytes;
  private long writtenAtReport;

  MemoryAccount(SharedMemory memory) {
    this.memory = memory;
  }

  /** Counts a write, or takes it back if negative. */
  void count(long bytes) {
    if (memory.isBounded()) {
      memory.add(bytes);
    }
  }

  /** Whether writes wait for memory. */
  boolean isTight() {
    return memory.isBounded() && memory.isTight();
  }

  /** As {@link SharedMemory#take}. */
  long take(long now, long bytes, long latest) {
    return memory.take(now, bytes, latest);
  }

  /** As {@link SharedMemory#ahead}; zero if no write waits for memory. */
  long ahead(long now) {
    return isTight() ? memory.ahead(now) : 0;
  }

  /** What the database has to flush. */
  void flushes(Flushes now) {
    if (memory.isBounded() && !now.equals(flushes)) {
      memory.flushes(now.minus(flushes));
      flushes = now;
    }
  }

  /** As {@link SharedMemory#takeFlush}. */
  boolean takeFlush() {
    return memory.isBounded() && memory.takeFlush();
  }

  /** Memtables no longer wait for their flush. */
  void flushed(int memtables) {
    unreportedFlushes += memtables;
  }

  /**
   * The database has reported what its memtables use.
   *
   * @param bytes as the database counts them
   * @param written bytes that the database has written so far
   */
  void report(long bytes, long written) {
    if (memory.isBounded()) {
      memory.freed(unreportedFlushes, reportedBytes + written - writtenAtReport - bytes);
      reportedBytes = bytes;
      writtenAtReport = written;
      unreportedFlushes = 0;
    }
  }
}
