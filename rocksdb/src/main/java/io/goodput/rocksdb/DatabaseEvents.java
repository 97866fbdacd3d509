package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_COMPACTION_COMPLETED;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_COMPLETED;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_MEMTABLE_SEALED;

import io.goodput.core.pacing.WritePacer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.CompactionJobInfo;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.MemTableInfo;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Reports the flushes and compactions of one database to its pacer.
 *
 * <p>RocksDB calls this object on its background threads and on writing threads. No exception may
 * return to them, because native code would print it, or worse. Exceptions are counted instead.
 */
final class DatabaseEvents extends AbstractEventListener {

  private static final String PENDING_COMPACTION = "rocksdb.estimate-pending-compaction-bytes";
  private static final String MEMTABLES = "rocksdb.cur-size-all-mem-tables";
  private static final String UNFLUSHED = "rocksdb.num-immutable-mem-table";

  private final WritePacer pacer;
  private final Runnable afterEach;
  private final LevelZeroFiles levelZero = new LevelZeroFiles();
  private final AtomicLong faults = new AtomicLong();

  /** Creates a listener that runs {@code afterEach} when the pacer has seen an event. */
  DatabaseEvents(WritePacer pacer, Runnable afterEach) {
    super(ON_MEMTABLE_SEALED, ON_FLUSH_COMPLETED, ON_COMPACTION_COMPLETED);
    this.pacer = pacer;
    this.afterEach = afterEach;
  }

  /** The number of events lost to an exception from this object or from {@code afterEach}. */
  long faults() {
    return faults.get();
  }

  @Override
  public void onMemTableSealed(MemTableInfo memtable) {
    handle(() -> pacer.sealed(memtable.getColumnFamilyName(), memtable.getFirstSeqno()));
  }

  @Override
  public void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
    handle(() -> flushed(db, flush));
  }

  @Override
  public void onCompactionCompleted(RocksDB db, CompactionJobInfo compaction) {
    handle(() -> compacted(db, compaction));
  }

  private void flushed(RocksDB db, FlushJobInfo flush) throws RocksDBException {
    pacer.flushed(flush.getColumnFamilyName(), flush.getLargestSeqno());
    if (db.getAggregatedLongProperty(UNFLUSHED) == 0) {
      pacer.nothingWaits();
    }
    pacer.memory(db.getAggregatedLongProperty(MEMTABLES));
    synchronized (levelZero) {
      levelZero.add(flush.getColumnFamilyName(), List.of(flush.getFilePath()));
      pacer.levelZero(levelZero.most(), 0);
    }
    pacer.pendingCompaction(db.getAggregatedLongProperty(PENDING_COMPACTION), 0);
  }

  private void compacted(RocksDB db, CompactionJobInfo compaction) throws RocksDBException {
    if (compaction.status().getCode() != Status.Code.Ok) {
      return;
    }
    if (compaction.baseInputLevel() == 0) {
      String family = new String(compaction.columnFamilyName(), UTF_8);
      synchronized (levelZero) {
        int removed = levelZero.remove(family, compaction.inputFiles());
        if (compaction.outputLevel() == 0) {
          levelZero.add(family, compaction.outputFiles());
        }
        pacer.levelZero(levelZero.most(), removed);
      }
    }
    pacer.pendingCompaction(
        db.getAggregatedLongProperty(PENDING_COMPACTION), compaction.stats().totalInputBytes());
  }

  private void handle(Event event) {
    try {
      event.report();
      afterEach.run();
    } catch (Throwable e) {
      faults.incrementAndGet();
    }
  }

  /** An event of the database. */
  @FunctionalInterface
  private interface Event {
    void report() throws RocksDBException;
  }
}
