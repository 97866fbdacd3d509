package io.goodput.rocksdb;

import io.goodput.core.pacing.PaceSettings;
import io.goodput.core.pacing.PaceState;
import io.goodput.core.pacing.SharedMemory;
import io.goodput.core.pacing.WritePacer;
import io.goodput.core.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.CompactionJobInfo;
import org.rocksdb.DBOptionsInterface;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.MemTableInfo;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Paces the writes of one RocksDB database, whatever its column families, so that RocksDB never has
 * to stall or stop them.
 *
 * <pre>
 * try (DbPacer pacer = DbPacer.create("orders");
 *     Options options = pacer.attachTo(RecommendedOptions.applyTo(new Options()));
 *     RocksDB db = RocksDB.open(options, path)) {
 *   pacer.pace(key.length + value.length);
 *   db.put(key, value);
 * }
 * </pre>
 *
 * <p>Thread-safe. Close it after the database; from then on it delays nothing. It holds one native
 * object, the listener, which RocksDB shares.
 */
public final class DbPacer implements AutoCloseable {

  private static final String PENDING_COMPACTION = "rocksdb.estimate-pending-compaction-bytes";
  private static final String MEMTABLES = "rocksdb.cur-size-all-mem-tables";
  private static final String UNFLUSHED = "rocksdb.num-immutable-mem-table";

  private final String name;
  private final WritePacer pacer;
  private final PacingListener listener;
  private final MemtableEvents events;
  private final LevelZeroFiles levelZero = new LevelZeroFiles();
  private final AtomicLong faults = new AtomicLong();
  private final AtomicBoolean attached = new AtomicBoolean();

  /**
   * A pacer for a database that is about to be opened.
   *
   * @param name of the database, for {@code listener}
   */
  public DbPacer(String name, PaceSettings settings, PacingListener listener) {
    this(name, settings, listener, SharedMemory.UNBOUNDED);
  }

  DbPacer(String name, PaceSettings settings, PacingListener listener, SharedMemory memory) {
    this.name = name;
    this.pacer = new WritePacer(settings, memory, TimeSource.system());
    this.listener = listener;
    this.events = new MemtableEvents(this);
  }

  /** A pacer as found best, for a database that is about to be opened. */
  public static DbPacer create(String name) {
    return new DbPacer(name, PaceSettings.DEFAULT, (db, state) -> {});
  }

  /**
   * Lets the pacer see what the database does, beside the listeners that the options have. Set your
   * own before.
   *
   * @param options of the one database, {@code Options} or {@code DBOptions}
   * @return the same options
   * @throws IllegalStateException if one of the listeners has been closed, or this is not the first
   *     call
   */
  public <T extends DBOptionsInterface<T>> T attachTo(T options) {
    if (!attached.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "The pacer '%s' is of one database: make another for the next.".formatted(name));
    }
    List<AbstractEventListener> listeners = new ArrayList<>(options.listeners());
    for (AbstractEventListener other : listeners) {
      if (!other.isOwningHandle()) {
        throw new IllegalStateException(
            "The listener %s has been closed: close it after the database."
                .formatted(other.getClass().getName()));
      }
    }
    listeners.add(events);
    options.setListeners(listeners);
    return options;
  }

  /**
   * Waits as long as a write should wait before it is made: mostly not at all.
   *
   * @param bytes of its keys and values; zero or more
   * @throws InterruptedException if the thread is interrupted while it waits; the write does not
   *     count then
   */
  public void pace(long bytes) throws InterruptedException {
    pacer.pace(bytes);
  }

  /** Like {@link #pace}, but goes on waiting when the thread is interrupted, and leaves it so. */
  public void paceUninterruptibly(long bytes) {
    pacer.paceUninterruptibly(bytes);
  }

  /**
   * Waits before a write, unless that would take too long.
   *
   * @param bytes of its keys and values; zero or more
   * @param timeout the longest wait
   * @return false, at once, if it would take longer; then the write is not to be made
   * @throws InterruptedException if the thread is interrupted while it waits; the write does not
   *     count then
   */
  public boolean tryPace(long bytes, Duration timeout) throws InterruptedException {
    return pacer.tryPace(bytes, timeout.toNanos());
  }

  /** What the pacer does now. */
  public PaceState state() {
    return pacer.state();
  }

  /** How many events were lost to an exception, of the pacer or of its listener. */
  public long faults() {
    return faults.get();
  }

  @Override
  public void close() {
    pacer.close();
    events.close();
  }

  void sealed(MemTableInfo memtable) {
    pacer.sealed(memtable.getColumnFamilyName(), memtable.getFirstSeqno());
  }

  void flushed(RocksDB db, FlushJobInfo flush) throws RocksDBException {
    pacer.flushed(flush.getColumnFamilyName(), flush.getLargestSeqno());
    if (db.getAggregatedLongProperty(UNFLUSHED) == 0) {
      pacer.nothingWaits();
    }
    pacer.memory(db.getAggregatedLongProperty(MEMTABLES));
    synchronized (levelZero) {
      levelZero.added(flush.getColumnFamilyName(), List.of(flush.getFilePath()));
      pacer.levelZero(levelZero.most(), 0);
    }
    pacer.pendingCompaction(db.getAggregatedLongProperty(PENDING_COMPACTION), 0);
  }

  void compacted(RocksDB db, CompactionJobInfo compaction) throws RocksDBException {
    if (compaction.status().getCode() != Status.Code.Ok) {
      return;
    }
    if (compaction.baseInputLevel() == 0) {
      String family = new String(compaction.columnFamilyName(), StandardCharsets.UTF_8);
      synchronized (levelZero) {
        int removed = levelZero.removed(family, compaction.inputFiles());
        if (compaction.outputLevel() == 0) {
          levelZero.added(family, compaction.outputFiles());
        }
        pacer.levelZero(levelZero.most(), removed);
      }
    }
    pacer.pendingCompaction(
        db.getAggregatedLongProperty(PENDING_COMPACTION), compaction.stats().totalInputBytes());
  }

  /** What fails in here is counted, and stays in here. */
  void guarded(Event event) {
    try {
      event.happen();
      listener.changed(name, pacer.state());
    } catch (Throwable e) {
      faults.incrementAndGet();
    }
  }

  /** One of RocksDB's. */
  interface Event {
    void happen() throws RocksDBException;
  }
}
