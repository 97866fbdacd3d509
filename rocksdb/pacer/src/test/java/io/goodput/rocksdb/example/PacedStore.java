package io.goodput.rocksdb.example;

import io.goodput.rocksdb.DbPacer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** A persistent Kafka Streams store with paced writes. */
final class PacedStore implements KeyValueStore<Bytes, byte[]> {

  private final KeyValueStore<Bytes, byte[]> store;
  private @Nullable DbPacer pacer;

  private PacedStore(KeyValueStore<Bytes, byte[]> store) {
    this.store = store;
  }

  /** Pass the result to {@code Stores.keyValueStoreBuilder} or {@code Materialized.as}. */
  static KeyValueBytesStoreSupplier supplier(String name) {
    KeyValueBytesStoreSupplier persistent = Stores.persistentKeyValueStore(name);
    return new KeyValueBytesStoreSupplier() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public KeyValueStore<Bytes, byte[]> get() {
        return new PacedStore(persistent.get());
      }

      @Override
      public String metricsScope() {
        return persistent.metricsScope();
      }
    };
  }

  @Override
  public void put(Bytes key, byte[] value) {
    pace(key, value);
    store.put(key, value);
  }

  @Override
  public byte[] putIfAbsent(Bytes key, byte[] value) {
    pace(key, value);
    return store.putIfAbsent(key, value);
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    entries.forEach(entry -> pace(entry.key, entry.value));
    store.putAll(entries);
  }

  @Override
  public byte[] delete(Bytes key) {
    pace(key, null);
    return store.delete(key);
  }

  private void pace(Bytes key, byte @Nullable [] value) {
    Objects.requireNonNull(pacer)
        .paceUninterruptibly(key.get().length + (value == null ? 0L : value.length));
  }

  @Override
  public byte[] get(Bytes key) {
    return store.get(key);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    return store.range(from, to);
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    return store.all();
  }

  @Override
  public long approximateNumEntries() {
    return store.approximateNumEntries();
  }

  @Override
  public String name() {
    return store.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    store.init(context, root);
    pacer = PacedStores.takePacer();
  }

  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    store.commit(changelogOffsets);
  }

  @Override
  public Long committedOffset(TopicPartition partition) {
    return store.committedOffset(partition);
  }

  @Override
  @SuppressWarnings("deprecation") // Kafka Streams still calls it.
  public boolean managesOffsets() {
    return store.managesOffsets();
  }

  @Override
  public Position getPosition() {
    return store.getPosition();
  }

  @Override
  public void close() {
    if (pacer != null) {
      pacer.close();
    }
    store.close();
  }

  @Override
  public boolean persistent() {
    return store.persistent();
  }

  @Override
  public boolean isOpen() {
    return store.isOpen();
  }
}
