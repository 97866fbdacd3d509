package io.goodput.kafka;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.Options;
import org.rocksdb.RateLimiter;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteStallCondition;
import org.rocksdb.WriteStallInfo;

/**
 * The config setter of an application. All databases share a disk that takes {@value #DISK} bytes
 * per second.
 */
public final class SlowFlushes implements RocksDBConfigSetter {

  static final long DISK = 8 << 20;

  static {
    RocksDB.loadLibrary();
  }

  /** Small, so that a test soon fills several. */
  static final long MEMTABLE = 4 << 20;

  /** The databases that were opened, by name, and those that were closed. */
  static final Set<String> OPENED = ConcurrentHashMap.newKeySet();

  static final Set<String> CLOSED = ConcurrentHashMap.newKeySet();

  /** How often RocksDB delayed or stopped writes to any of the databases. */
  static final LongAdder STALLS = new LongAdder();

  private static final RateLimiter LIMITER = new RateLimiter(DISK, 20_000);

  private final Stalls stalls = new Stalls();

  /** Kafka Streams creates one for each database. */
  public SlowFlushes() {}

  @Override
  public void setConfig(String database, Options options, Map<String, Object> configs) {
    OPENED.add(database);
    options.setRateLimiter(LIMITER);
    options.setWriteBufferSize(MEMTABLE);
    options.setListeners(List.of(stalls));
  }

  @Override
  public void close(String database, Options options) {
    CLOSED.add(database);
  }

  private static final class Stalls extends AbstractEventListener {

    Stalls() {
      super(EnabledEventCallback.ON_STALL_CONDITIONS_CHANGED);
    }

    @Override
    public void onStallConditionsChanged(WriteStallInfo stall) {
      if (stall.getCurrentCondition() != WriteStallCondition.NORMAL) {
        STALLS.increment();
      }
    }
  }
}
