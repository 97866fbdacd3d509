package io.goodput.lab.bench.writestall;

import io.goodput.core.pacing.FlushRates;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.MutableDBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The rule of the Pliops Rate Limiter (Omer Kepten), applied to stock RocksDB: the lowest rate of
 * recent flushes becomes RocksDB's {@code delayed_write_rate}, which RocksDB applies while only one
 * memtable is left.
 *
 * <p>A listener of one database. Thread-safe. Close the result of {@link #control} before the
 * database, and this object after it.
 */
final class DelayedWriteRate extends AbstractEventListener {

  private static final long PERIOD_MILLIS = 50;

  private final long memtableBytes;
  private final FlushRates rates = new FlushRates(10);
  private final Map<Integer, Long> startedAt = new HashMap<>();
  private double currentRate = Double.POSITIVE_INFINITY;

  DelayedWriteRate(long memtableBytes) {
    super(EnabledEventCallback.ON_FLUSH_BEGIN, EnabledEventCallback.ON_FLUSH_COMPLETED);
    this.memtableBytes = memtableBytes;
  }

  /** Sets the rate of a database until the caller closes the result. */
  AutoCloseable control(RocksDB db) {
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
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

  private void adjust(RocksDB db) {
    double rate = lowestRate();
    // RocksDB writes an options file for each change, so the rule skips small ones.
    if (Double.isFinite(rate) && Math.abs(rate / currentRate - 1) > 0.05) {
      try {
        db.setDBOptions(MutableDBOptions.builder().setDelayedWriteRate((long) rate).build());
        currentRate = rate;
      } catch (RocksDBException | RuntimeException e) {
        // The rate stays as it is; the next period tries again.
      }
    }
  }

  private synchronized double lowestRate() {
    return rates.least();
  }

  @Override
  public synchronized void onFlushBegin(RocksDB db, FlushJobInfo flush) {
    startedAt.put(flush.getJobId(), System.nanoTime());
  }

  @Override
  public synchronized void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
    Long started = startedAt.remove(flush.getJobId());
    if (started != null) {
      rates.add(memtableBytes * 1e9 / Math.max(1, System.nanoTime() - started));
    }
  }
}
