package io.goodput.rocksdb;

import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_BEGIN;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_COMPLETED;

import io.goodput.core.pacing.FlushRates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.DBOptionsInterface;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.MutableDBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Another policy, for comparison: the least bandwidth of the last flushes becomes RocksDB's own
 * {@code delayed_write_rate}, which RocksDB applies while a single memtable is left to write to. It
 * needs no change to how writes are made, and four memtables. It does not keep RocksDB from
 * stopping writes when databases share a disk; a {@link DbPacer} does.
 *
 * <p>Of one database. Thread-safe. Close {@link #control} before the database, and this after it.
 */
public final class DelayedWriteRate implements AutoCloseable {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long PERIOD_MILLIS = 50;

  /** Flushes, of which the slowest counts. */
  private static final int WINDOW = 10;

  /** RocksDB writes a file of options whenever one is changed: not for less than a part of it. */
  private static final double WORTH_A_CHANGE = 0.05;

  private final long memtableBytes;
  private final FlushRates rates = new FlushRates(WINDOW);
  private final Map<Integer, Long> begun = new HashMap<>();
  private final Events events = new Events();
  private final AtomicLong faults = new AtomicLong();
  private double set = Double.POSITIVE_INFINITY;

  /**
   * For a database that is about to be opened.
   *
   * @param memtableBytes {@code write_buffer_size} of its column families
   */
  public DelayedWriteRate(long memtableBytes) {
    this.memtableBytes = memtableBytes;
  }

  /** Lets the policy see the flushes, beside the listeners that the options have. */
  public <T extends DBOptionsInterface<T>> T attachTo(T options) {
    List<AbstractEventListener> listeners = new ArrayList<>(options.listeners());
    listeners.add(events);
    options.setListeners(listeners);
    return options;
  }

  /** Sets the rate of a database from now on, until the result is closed. */
  public AutoCloseable control(RocksDB db) {
    ScheduledThreadPoolExecutor thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread made = new Thread(work, "goodput-delayed-write-rate");
              made.setDaemon(true);
              return made;
            });
    var unused =
        thread.scheduleWithFixedDelay(
            () -> adjust(db), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return () -> {
      thread.shutdown();
      if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("RocksDB did not answer to a change of its options.");
      }
    };
  }

  /** How often the rate could not be set, or a flush not be seen. */
  public long faults() {
    return faults.get();
  }

  @Override
  public void close() {
    events.close();
  }

  private void adjust(RocksDB db) {
    try {
      double rate = least();
      if (Double.isFinite(rate) && Math.abs(rate / set - 1) > WORTH_A_CHANGE) {
        db.setDBOptions(MutableDBOptions.builder().setDelayedWriteRate((long) rate).build());
        set = rate;
      }
    } catch (RocksDBException | RuntimeException e) {
      faults.incrementAndGet();
    }
  }

  private synchronized double least() {
    return rates.least();
  }

  private synchronized void began(int job) {
    begun.put(job, System.nanoTime());
  }

  private synchronized void ended(int job) {
    Long at = begun.remove(job);
    if (at != null) {
      rates.add(memtableBytes * NANOS_PER_SECOND / Math.max(1, System.nanoTime() - at));
    }
  }

  private final class Events extends AbstractEventListener {

    Events() {
      super(ON_FLUSH_BEGIN, ON_FLUSH_COMPLETED);
    }

    @Override
    public void onFlushBegin(RocksDB db, FlushJobInfo flush) {
      try {
        began(flush.getJobId());
      } catch (RuntimeException e) {
        faults.incrementAndGet();
      }
    }

    @Override
    public void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
      try {
        ended(flush.getJobId());
      } catch (RuntimeException e) {
        faults.incrementAndGet();
      }
    }
  }
}
