package io.goodput.rocksdb;

import io.goodput.core.pacing.PaceSettings;
import org.rocksdb.ColumnFamilyOptionsInterface;
import org.rocksdb.DBOptionsInterface;
import org.rocksdb.Env;
import org.rocksdb.MutableColumnFamilyOptionsInterface;
import org.rocksdb.MutableDBOptionsInterface;
import org.rocksdb.Options;
import org.rocksdb.Priority;

/**
 * RocksDB options that work well with a pacer; they change nothing where a pacer cannot {@link
 * DbPacer#canReceiveEvents}. A comment explains each one where it is set. All other options keep
 * their values, including the number of compaction threads: by default RocksDB has one for all
 * databases of the process. With more threads, compactions start with fewer files and rewrite level
 * 1 more often.
 */
public final class RecommendedOptions {

  /** The size of a memtable that {@link #applyTo} sets, in bytes. */
  public static final long MEMTABLE_BYTES = 32L << 20;

  /** Multiples of the pacer's ceilings. */
  private static final int SLOWDOWN = 2;

  private static final int STOP = 4;

  private RecommendedOptions() {}

  /** Sets the options of a process that has one database with one column family. */
  public static Options applyTo(Options options) {
    applyToFamily(options, MEMTABLE_BYTES);
    applyToDb(options, 1);
    return options;
  }

  /**
   * Sets the options of a database.
   *
   * @param databases number of databases that this process has on the same disk
   */
  public static <T extends DBOptionsInterface<T> & MutableDBOptionsInterface<T>> T applyToDb(
      T options, int databases) {
    if (!DbPacer.canReceiveEvents()) {
      return options;
    }
    // Each database should flush one memtable at a time, so that the duration of a flush shows how
    // fast the disk is. RocksDB's thread pool serves all databases, but is only as large as one
    // database needs.
    Env env = options.getEnv();
    // Old versions of RocksJava return null for the default one.
    (env == null ? Env.getDefault() : env).incBackgroundThreadsIfNeeded(databases, Priority.HIGH);
    return options;
  }

  /**
   * Sets the options of a column family.
   *
   * @param memtableBytes size of a memtable; writes fill up to four
   */
  public static <T extends ColumnFamilyOptionsInterface<T> & MutableColumnFamilyOptionsInterface<T>>
      T applyToFamily(T options, long memtableBytes) {
    if (!DbPacer.canReceiveEvents()) {
      return options;
    }
    // Writes slow down as memtables fill up. Two memtables would leave nothing between full speed
    // and a stop.
    options.setWriteBufferSize(memtableBytes);
    // The pacer fills four. RocksDB delays writes when one memtable is left, and stops them when
    // none is left; two spare memtables prevent both.
    options.setMaxWriteBufferNumber(6);
    // Four memtables in the same memory are half as large as two, and so are the files at level 0.
    // Twice as many files keep compactions as large as before.
    options.setLevel0FileNumCompactionTrigger(8);
    // The pacer limits compaction debt, without steps. RocksDB's own limits are a safety net for
    // writes that do not ask the pacer.
    int files = PaceSettings.DEFAULT.levelZeroCeiling();
    options.setLevel0SlowdownWritesTrigger(SLOWDOWN * files);
    options.setLevel0StopWritesTrigger(STOP * files);
    long bytes = PaceSettings.DEFAULT.debtCeiling();
    options.setSoftPendingCompactionBytesLimit(SLOWDOWN * bytes);
    options.setHardPendingCompactionBytesLimit(STOP * bytes);
    return options;
  }
}
