package io.goodput.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.CompactionJobInfo;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/**
 * Holds RocksDB's background threads in one kind of event until it is lifted, or for ten seconds.
 * Close it after the database.
 */
final class Blockade extends AbstractEventListener {

  private final CountDownLatch lifted = new CountDownLatch(1);
  private final AtomicInteger held = new AtomicInteger();

  Blockade(EnabledEventCallback event) {
    super(event);
  }

  /** Adds this listener behind the listeners that the options have. */
  Blockade behindOthersOf(Options options) {
    List<AbstractEventListener> listeners = new ArrayList<>(options.listeners());
    listeners.add(this);
    options.setListeners(listeners);
    return this;
  }

  void lift() {
    lifted.countDown();
  }

  /** How many events have reached it. */
  int held() {
    return held.get();
  }

  @Override
  public void onFlushBegin(RocksDB db, FlushJobInfo flush) {
    hold();
  }

  @Override
  public void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
    hold();
  }

  @Override
  public void onCompactionBegin(RocksDB db, CompactionJobInfo compaction) {
    hold();
  }

  private void hold() {
    held.incrementAndGet();
    try {
      lifted.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    lift();
    super.close();
  }
}
