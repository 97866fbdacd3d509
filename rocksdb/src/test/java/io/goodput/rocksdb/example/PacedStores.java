package io.goodput.rocksdb.example;

import io.goodput.rocksdb.DbPacer;
import io.goodput.rocksdb.RecommendedOptions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Options;

/**
 * Switches pacing on for the RocksDB stores of Kafka Streams: {@code rocksdb.config.setter =
 * PacedStores}. The stores are to be written to through a {@link PacedStore}.
 */
public final class PacedStores implements RocksDBConfigSetter {

  private static final long MEMTABLE_BYTES = 16L << 20;

  private static final Map<String, DbPacer> PACERS = new ConcurrentHashMap<>();

  /** Of an open store; of all its tasks in this process. */
  static DbPacer of(String store) {
    return PACERS.computeIfAbsent(store, DbPacer::create);
  }

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    RecommendedOptions.applyToFamily(options, MEMTABLE_BYTES);
    of(store).attachTo(options);
  }

  @Override
  public void close(String store, Options options) {
    DbPacer pacer = PACERS.remove(store);
    if (pacer != null) {
      pacer.close();
    }
  }
}
