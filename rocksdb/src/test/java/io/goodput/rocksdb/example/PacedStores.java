package io.goodput.rocksdb.example;

import io.goodput.core.pacing.PaceSettings;
import io.goodput.core.pacing.PaceState;
import io.goodput.rocksdb.DbPacer;
import io.goodput.rocksdb.RecommendedOptions;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Options;

/**
 * Switches pacing on for the RocksDB stores of Kafka Streams: {@code rocksdb.config.setter =
 * PacedStores}. The stores are to be written to through a {@link PacedStore}, which takes the pacer
 * over: Kafka Streams opens a database on the thread that initialises its store.
 */
public final class PacedStores implements RocksDBConfigSetter {

  private static final long MEMTABLE_BYTES = 16L << 20;

  private static final ThreadLocal<DbPacer> OPENED = new ThreadLocal<>();
  private static final Map<String, PaceState> STATES = new ConcurrentHashMap<>();

  /** How a store is paced; of its partitions, the one that told last. */
  static PaceState stateOf(String store) {
    return Objects.requireNonNull(STATES.get(store), "no memtable has been sealed yet");
  }

  static DbPacer ofTheDatabaseJustOpened() {
    DbPacer pacer =
        Objects.requireNonNull(OPENED.get(), "rocksdb.config.setter is to be PacedStores");
    OPENED.remove();
    return pacer;
  }

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    DbPacer pacer = new DbPacer(store, PaceSettings.DEFAULT, STATES::put);
    RecommendedOptions.applyToFamily(options, MEMTABLE_BYTES);
    pacer.attachTo(options);
    OPENED.set(pacer);
  }

  @Override
  public void close(String store, Options options) {
    // The pacer is closed with its store.
  }
}
