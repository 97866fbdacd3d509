package io.goodput.rocksdb;

import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_COMPACTION_COMPLETED;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_COMPLETED;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_MEMTABLE_SEALED;

import org.rocksdb.AbstractEventListener;
import org.rocksdb.CompactionJobInfo;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.MemTableInfo;
import org.rocksdb.RocksDB;

/**
 * Hands RocksDB's events to a pacer. RocksDB calls it on its own threads, and on those that write;
 * an exception that went back to them would be printed, or worse, by native code.
 */
final class MemtableEvents extends AbstractEventListener {

  private final DbPacer pacer;

  MemtableEvents(DbPacer pacer) {
    super(ON_MEMTABLE_SEALED, ON_FLUSH_COMPLETED, ON_COMPACTION_COMPLETED);
    this.pacer = pacer;
  }

  @Override
  public void onMemTableSealed(MemTableInfo memtable) {
    pacer.guarded(() -> pacer.sealed(memtable));
  }

  @Override
  public void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
    pacer.guarded(() -> pacer.flushed(db, flush));
  }

  @Override
  public void onCompactionCompleted(RocksDB db, CompactionJobInfo compaction) {
    pacer.guarded(() -> pacer.compacted(db, compaction));
  }
}
