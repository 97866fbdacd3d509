package io.goodput.bench.writestall;

import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_BEGIN;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_COMPLETED;

import io.goodput.core.pacing.FlushRates;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.DBOptionsInterface;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.MutableDBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The rule of the Pliops Rate Limiter (Omer Kepten), applied to stock RocksDB: the lowest bandwidth
 * of recent flushes becomes RocksDB's {@code delayed_write_rate}, which RocksDB applies when only
 * one memtable is left to write to.
 *
 * <p>One instance serves one database. Thread-safe. Close the result of {@link #control} before the
 * database, and this object after it.
 */
final class DelayedWriteRate implements AutoCloseable {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long PERIOD_MILLIS = 50;

  /** The slowest of this many flushes sets the rate. */
  private static final int WINDOW = 10;

  /** Smaller changes are skipped, because RocksDB writes an options file for each change. */
  private static final double LEAST_CHANGE = 0.05;

  private final long memtableBytes;
  private final TimeSource time = TimeSource.system();
  private final FlushRates rates = new FlushRates(WINDOW);
  private final Map<Integer, Long> startedAt = new HashMap<>();
  private final Events events = new Events();
  private double currentRate = Double.POSITIVE_INFINITY;

  /**
   * Creates the rule for a database that is not open yet.
   *
   * @param memtableBytes {@code write_buffer_size} of its column families
   */
  DelayedWriteRate(long memtableBytes) {
    this.memtableBytes = memtableBytes;
  }

  /** Adds a listener for flushes to the listeners that the options already have. */
  <T extends DBOptionsInterface<T>> T attachTo(T options) {
    List<AbstractEventListener> listeners = new ArrayList<>(options.listeners());
    listeners.add(events);
    options.setListeners(listeners);
    return options;
  }

  /** Sets the rate of a database from now on, until the caller closes the result. */
  AutoCloseable control(RocksDB db) {
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
        throw new IllegalStateException("RocksDB did not finish a change of its options.");
      }
    };
  }

  @Override
  public void close() {
    events.close();
  }

  private void adjust(RocksDB db) {
    try {
      double rate = lowestRate();
      if (Double.isFinite(rate) && Math.abs(rate / currentRate - 1) > LEAST_CHANGE) {
        db.setDBOptions(MutableDBOptions.builder().setDelayedWriteRate((long) rate).build());
        currentRate = rate;
      }
    } catch (RocksDBException | RuntimeException e) {
      // The rate stays as it is; the next period tries again.
    }
  }

  private synchronized double lowestRate() {
    return rates.least();
  }

  private synchronized void flushStarted(int job) {
    startedAt.put(job, time.monotonicNanos());
  }

  private synchronized void flushEnded(int job) {
    Long started = startedAt.remove(job);
    if (started != null) {
      long nanos = Math.max(1, time.monotonicNanos() - started);
      rates.add(memtableBytes * NANOS_PER_SECOND / nanos);
    }
  }

  private final class Events extends AbstractEventListener {

    Events() {
      super(ON_FLUSH_BEGIN, ON_FLUSH_COMPLETED);
    }

    @Override
    public void onFlushBegin(RocksDB db, FlushJobInfo flush) {
      flushStarted(flush.getJobId());
    }

    @Override
    public void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
      flushEnded(flush.getJobId());
    }
  }
}
