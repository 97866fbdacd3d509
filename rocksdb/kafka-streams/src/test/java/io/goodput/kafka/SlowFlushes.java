package io.goodput.kafka;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Options;
import org.rocksdb.RateLimiter;

/**
 * The config setter of an application. All databases share a disk that takes {@value #DISK} bytes
 * per second.
 */
public final class SlowFlushes implements RocksDBConfigSetter {

  static final long DISK = 8 << 20;

  /** Small, so that a test soon fills several. */
  static final long MEMTABLE = 4 << 20;

  /** The databases that were opened, by name, and those that were closed. */
  static final Set<String> OPENED = ConcurrentHashMap.newKeySet();

  static final Set<String> CLOSED = ConcurrentHashMap.newKeySet();

  private static final RateLimiter LIMITER = new RateLimiter(DISK, 20_000);

  /** Kafka Streams creates one for each database. */
  public SlowFlushes() {}

  @Override
  public void setConfig(String database, Options options, Map<String, Object> configs) {
    OPENED.add(database);
    options.setRateLimiter(LIMITER);
    options.setWriteBufferSize(MEMTABLE);
  }

  @Override
  public void close(String database, Options options) {
    CLOSED.add(database);
  }
}
