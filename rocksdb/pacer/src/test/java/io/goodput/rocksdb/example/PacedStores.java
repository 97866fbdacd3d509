package io.goodput.rocksdb.example;

import io.goodput.rocksdb.DbPacer;
import io.goodput.rocksdb.PacingOptions;
import io.goodput.rocksdb.PacingState;
import io.goodput.rocksdb.RecommendedOptions;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Options;

/**
 * Enables pacing for the RocksDB stores of Kafka Streams: {@code rocksdb.config.setter =
 * PacedStores}. Write to each store through a {@link PacedStore}, which takes the pacer from this
 * class. That works because Kafka Streams opens a database on the thread that initializes its
 * store.
 */
public final class PacedStores implements RocksDBConfigSetter {

  private static final long MEMTABLE_BYTES = 16L << 20;

  private static final ThreadLocal<DbPacer> OPENED = new ThreadLocal<>();
  private static final Map<String, PacingState> STATES = new ConcurrentHashMap<>();

  /** The latest state of a store, from whichever of its partitions reported last. */
  static PacingState stateOf(String store) {
    return Objects.requireNonNull(STATES.get(store), "no memtable was sealed yet");
  }

  /** Returns the pacer of the database that this thread has just opened. */
  static DbPacer takePacer() {
    DbPacer pacer =
        Objects.requireNonNull(OPENED.get(), "set rocksdb.config.setter to PacedStores");
    OPENED.remove();
    return pacer;
  }

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    DbPacer pacer = DbPacer.create(store, PacingOptions.defaults().listener(STATES::put));
    RecommendedOptions.applyToFamily(options, MEMTABLE_BYTES);
    pacer.attachTo(options);
    OPENED.set(pacer);
  }

  @Override
  public void close(String store, Options options) {
    // The store closes its pacer.
  }
}
