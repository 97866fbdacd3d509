package io.goodput.rocksdb;

import org.rocksdb.ColumnFamilyOptionsInterface;
import org.rocksdb.DBOptionsInterface;
import org.rocksdb.MutableColumnFamilyOptionsInterface;
import org.rocksdb.MutableDBOptionsInterface;
import org.rocksdb.Options;
import org.rocksdb.Priority;

/**
 * Options of RocksDB that go well with a pacer. Each is explained where it is set; those that are
 * not named here are left alone. So are the threads for compactions, of which RocksDB has one for
 * all databases of the process by default: more of them begin a compaction with fewer files, and
 * rewrite level 1 more often.
 */
public final class RecommendedOptions {

  /** Bytes of a memtable. */
  public static final long MEMTABLE_BYTES = 32L << 20;

  private static final int NEVER = Integer.MAX_VALUE;

  private RecommendedOptions() {}

  /** For a single database with one column family. */
  public static Options applyTo(Options options) {
    applyToFamily(options, MEMTABLE_BYTES);
    applyToDb(options, 1);
    return options;
  }

  /**
   * For the database.
   *
   * @param databases of this process on the same disk
   */
  public static <T extends DBOptionsInterface<T> & MutableDBOptionsInterface<T>> T applyToDb(
      T options, int databases) {
    // A flush is to write one memtable at a time, so that its duration tells how fast the disk is;
    // but the thread is one per database. The pool belongs to all of them, and RocksDB makes it as
    // large as one needs.
    options.getEnv().incBackgroundThreadsIfNeeded(databases, Priority.HIGH);
    return options;
  }

  /**
   * For a column family.
   *
   * @param memtableBytes the size of a memtable; four of them are filled
   */
  public static <T extends ColumnFamilyOptionsInterface<T> & MutableColumnFamilyOptionsInterface<T>>
      T applyToFamily(T options, long memtableBytes) {
    // Writes are slowed as memtables fill up: with two of them there would be nothing between fast
    // and stopped.
    options.setWriteBufferSize(memtableBytes);
    // The pacer fills four. RocksDB would slow writes by its own rule when one is left, and stop
    // them when none is: with two more it does neither.
    options.setMaxWriteBufferNumber(6);
    // Memtables are half as large as they would be with two of them, and so are the files at level
    // 0: twice as many make a compaction as large as before.
    options.setLevel0FileNumCompactionTrigger(8);
    // What waits for compaction is bounded by the pacer, smoothly.
    options.setLevel0SlowdownWritesTrigger(NEVER);
    options.setLevel0StopWritesTrigger(NEVER);
    options.setSoftPendingCompactionBytesLimit(0);
    options.setHardPendingCompactionBytesLimit(0);
    return options;
  }
}
