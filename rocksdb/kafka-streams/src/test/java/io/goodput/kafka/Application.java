package io.goodput.kafka;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/** An application that writes each record of a topic into a store, on a slow disk. */
final class Application implements AutoCloseable, StateRestoreListener {

  static final String STORE = "dictionary";

  private static final Duration LONG = Duration.ofMinutes(2);

  private final KafkaStreams streams;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong longestPut = new AtomicLong();
  private final AtomicLong restored = new AtomicLong();
  private final AtomicLong rebalances = new AtomicLong();

  /**
   * Starts an instance of the application.
   *
   * @param more settings
   */
  Application(
      Broker broker, String id, Path state, String topic, boolean paced, Map<String, Object> more) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, id);
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.address());
    settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 1_000);
    settings.put("consumer.auto.offset.reset", "earliest");
    if (paced) {
      settings.put("rocksdb.config.setter", "io.goodput.kafka.PacedConfigSetter");
      settings.put("goodput.rocksdb.config.setter", SlowFlushes.class);
    } else {
      settings.put("rocksdb.config.setter", SlowFlushes.class);
    }
    settings.putAll(more);
    streams = new KafkaStreams(topology(topic, paced), settings);
    streams.setGlobalStateRestoreListener(this);
    streams.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.REBALANCING) {
            rebalances.incrementAndGet();
          }
        });
    streams.start();
  }

  private Topology topology(String topic, boolean paced) {
    KeyValueBytesStoreSupplier stock = Stores.persistentTimestampedKeyValueStore(STORE);
    return new Topology()
        .addSource("source", Serdes.String().deserializer(), Serdes.String().deserializer(), topic)
        .addProcessor("writer", Writer::new, "source")
        .addStateStore(
            Stores.timestampedKeyValueStoreBuilder(
                paced ? PacedStores.keyValue(stock) : stock, Serdes.String(), Serdes.String()),
            "writer");
  }

  /** Writes each record, and measures how long that takes. */
  private final class Writer implements Processor<String, String, Void, Void> {

    private @Nullable TimestampedKeyValueStore<String, String> store;

    @Override
    public void init(ProcessorContext<Void, Void> context) {
      store = context.getStateStore(STORE);
    }

    @Override
    public void process(Record<String, String> record) {
      long begin = System.nanoTime();
      Objects.requireNonNull(store)
          .put(record.key(), ValueAndTimestamp.make(record.value(), record.timestamp()));
      longestPut.accumulateAndGet(System.nanoTime() - begin, Math::max);
      written.incrementAndGet();
    }
  }

  /**
   * Waits until this instance has written this number of records, and returns how long that took.
   */
  Duration awaitWritten(long records) {
    return time(() -> written.get() >= records);
  }

  /**
   * Waits until this instance has restored this number of records, and returns how long that took.
   */
  Duration awaitRestored(long records) {
    return time(() -> restored.get() >= records);
  }

  private Duration time(Callable<Boolean> condition) {
    long begin = System.nanoTime();
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(10))
        .failFast("the application has failed", () -> streams.state().hasCompletedShutdown())
        .until(condition);
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /** Waits until this instance has restored its state, and processes records. */
  Application awaitRunning() {
    await().atMost(LONG).until(() -> streams.state() == KafkaStreams.State.RUNNING);
    return this;
  }

  /** The value of a key in the partitions of this instance, or null. */
  @Nullable String get(String key) {
    ReadOnlyKeyValueStore<String, String> store =
        streams.store(
            StoreQueryParameters.fromNameAndType(STORE, QueryableStoreTypes.keyValueStore()));
    return store.get(key);
  }

  Duration longestPut() {
    return Duration.ofNanos(longestPut.get());
  }

  long written() {
    return written.get();
  }

  long restored() {
    return restored.get();
  }

  long rebalances() {
    return rebalances.get();
  }

  /** Delays of writes and restored batches so far. */
  double delays() {
    return streams.metrics().entrySet().stream()
        .filter(it -> it.getKey().name().equals("pace-total"))
        .mapToDouble(it -> ((Number) it.getValue().metricValue()).doubleValue())
        .sum();
  }

  @Override
  public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

  @Override
  public void onBatchRestored(TopicPartition partition, String store, long end, long records) {
    restored.addAndGet(records);
  }

  @Override
  public void onRestoreEnd(TopicPartition partition, String store, long total) {}

  /** Leaves the group and ends, so that another instance need not wait for a time-out. */
  @SuppressWarnings("deprecation") // 3.9 has no other way.
  void leave() {
    streams.close(new KafkaStreams.CloseOptions().leaveGroup(true).timeout(Duration.ofMinutes(1)));
  }

  @Override
  public void close() {
    leave();
  }
}
