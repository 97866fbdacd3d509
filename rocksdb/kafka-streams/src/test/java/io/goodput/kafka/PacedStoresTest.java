package io.goodput.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.streams.state.VersionedKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All kinds of stores, in topologies with real RocksDB databases. */
class PacedStoresTest {

  private static final Serde<String> STRINGS = Serdes.String();
  private static final String LARGE = "x".repeat(50_000);
  private static final Duration HOUR = Duration.ofHours(1);

  /** A day after the epoch: Kafka Streams cannot look for sessions before it. */
  private static final long START = HOUR.toMillis() * 24;

  @TempDir private Path folder;

  /** Several memtables: flushes of the slow disk cannot keep up. */
  private static final int MANY = 400;

  @Test
  @DisplayName("Writes to a table are delayed when flushes fall behind, and all arrive")
  void table_withMoreWritesThanFlushes_isPaced() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.table("words", stored("dictionary"));

    try (TopologyTestDriver driver = start(builder.build(), paced())) {
      pipe(driver, "words", MANY);

      KeyValueStore<String, ValueAndTimestamp<String>> store =
          driver.getTimestampedKeyValueStore("dictionary");
      assertThat(store.get("word" + (MANY - 1)))
          .isEqualTo(ValueAndTimestamp.make(LARGE, START + MANY - 1));
      assertThat(delays(driver, "dictionary")).isPositive();
      // The offsets of Kafka Streams have two memtables, and may wait for the first flush.
      assertThat(total(driver, "stalls-total", "dictionary")).isLessThanOrEqualTo(1);
      assertThat(total(driver, "faults-total", "dictionary")).isZero();
    }
    assertThat(SlowFlushes.OPENED).contains("dictionary");
    assertThat(SlowFlushes.CLOSED).contains("dictionary");
  }

  @Test
  @DisplayName("Each segment of a window store is paced")
  void windows_inSeveralSegments_arePaced() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("words", Consumed.with(STRINGS, STRINGS))
        .groupByKey()
        .windowedBy(TimeWindows.ofSizeAndGrace(HOUR, HOUR.multipliedBy(10)))
        .reduce((before, after) -> after, Materialized.as("hourly"));

    try (TopologyTestDriver driver = start(builder.build(), paced())) {
      pipe(driver, "words", MANY, HOUR.dividedBy(MANY / 8));

      assertThat(driver.getTimestampedWindowStore("hourly").fetch("word0", START).value())
          .isEqualTo(LARGE);
      assertThat(delays(driver, "hourly")).isPositive();
    }
    assertThat(SlowFlushes.OPENED).filteredOn(it -> it.startsWith("hourly.")).hasSizeGreaterThan(1);
    assertThat(SlowFlushes.CLOSED)
        .containsAll(SlowFlushes.OPENED.stream().filter(it -> it.startsWith("hourly.")).toList());
  }

  @Test
  void sessions_withMoreWritesThanFlushes_arePaced() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("words", Consumed.with(STRINGS, STRINGS))
        .groupByKey()
        .windowedBy(SessionWindows.ofInactivityGapAndGrace(HOUR, HOUR))
        .reduce((before, after) -> after, Materialized.as("visits"));

    try (TopologyTestDriver driver = start(builder.build(), paced())) {
      pipe(driver, "words", MANY);

      try (KeyValueIterator<Windowed<String>, Object> sessions =
          driver.<String, Object>getSessionStore("visits").fetch("word1")) {
        assertThat(sessions.next().value).isEqualTo(LARGE);
      }
      assertThat(delays(driver, "visits")).isPositive();
    }
  }

  @Test
  @DisplayName("A join of two streams finds what its paced window stores keep")
  void join_ofTwoStreams_findsBothSides() {
    StreamsBuilder builder = new StreamsBuilder();
    var strings = Consumed.with(STRINGS, STRINGS);
    builder.stream("left", strings)
        .leftJoin(
            builder.stream("right", strings),
            (one, other) -> one + other,
            JoinWindows.ofTimeDifferenceAndGrace(HOUR, HOUR))
        .to("joined");

    try (TopologyTestDriver driver = start(builder.build(), paced())) {
      input(driver, "left").pipeInput("key", "a", 0);
      input(driver, "right").pipeInput("key", "b", 1);

      assertThat(
              driver
                  .createOutputTopic("joined", STRINGS.deserializer(), STRINGS.deserializer())
                  .readValue())
          .isEqualTo("ab");
    }
  }

  @Test
  @DisplayName("Windows that emit when they close have the stores of Kafka Streams")
  void windows_thatEmitOnClose_emitOnce() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("words", Consumed.with(STRINGS, STRINGS))
        .groupByKey()
        .windowedBy(TimeWindows.ofSizeWithNoGrace(HOUR))
        .emitStrategy(EmitStrategy.onWindowClose())
        .count()
        .toStream((window, count) -> window.key())
        .mapValues(String::valueOf)
        .to("counts");

    try (TopologyTestDriver driver = start(builder.build(), paced())) {
      TestInputTopic<String, String> words = input(driver, "words");
      words.pipeInput("a", "1", 0);
      words.pipeInput("a", "1", 1);
      words.pipeInput("b", "1", HOUR.toMillis() * 3);

      assertThat(
              driver
                  .createOutputTopic("counts", STRINGS.deserializer(), STRINGS.deserializer())
                  .readKeyValuesToList())
          .containsExactly(KeyValue.pair("a", "2"));
    }
  }

  @Test
  void versionedStore_ofTheProcessorApi_isPacedAndKeepsVersions() {
    Topology topology =
        withStore(
            Stores.versionedKeyValueStoreBuilder(
                (VersionedBytesStoreSupplier)
                    PacedStores.keyValue(Stores.persistentVersionedKeyValueStore("prices", HOUR)),
                STRINGS,
                STRINGS),
            VersionedWriter::new);

    try (TopologyTestDriver driver = start(topology, paced())) {
      pipe(driver, "words", MANY);

      VersionedKeyValueStore<String, String> store = driver.getVersionedKeyValueStore("prices");
      assertThat(store.get("word5").timestamp()).isEqualTo(START + 5);
      assertThat(delays(driver, "prices")).isPositive();
    }
  }

  @Test
  void pacedStore_isFoundInASet() {
    KeyValueBytesStoreSupplier supplier = Stores.persistentKeyValueStore("equal");
    StateStore store = PacedStores.keyValue(supplier).get();

    assertThat(Set.of(store)).contains(store).doesNotContain(PacedStores.keyValue(supplier).get());
  }

  @Test
  void storesInMemory_stayAsTheyAre() {
    var supplier = PacedStores.keyValue(Stores.inMemoryKeyValueStore("memory"));

    assertThat(Proxy.isProxyClass(supplier.get().getClass())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "goodput.pacing.max.delay.ms, soon, milliseconds",
    "goodput.pacing.max.delay.ms, -1, milliseconds",
    "goodput.rocksdb.config.setter, example.Missing, RocksDBConfigSetter",
    "goodput.rocksdb.config.setter, java.lang.String, RocksDBConfigSetter"
  })
  void setting_thatIsInvalid_isNamedWithWhatIsPossible(String name, String value, String hint) {
    StreamsBuilder builder = new StreamsBuilder();
    builder.table("words", stored("dictionary"));
    Properties settings = paced();
    settings.put(name, value);

    assertThatThrownBy(() -> start(builder.build(), settings))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(name)
        .hasMessageContaining(value)
        .hasMessageContaining(hint);
  }

  private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> stored(String name) {
    return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(name)
        .withCachingDisabled();
  }

  private static <T extends StateStore> Topology withStore(
      StoreBuilder<T> store, ProcessorSupplier<String, String, Void, Void> processor) {
    return new Topology()
        .addSource("source", STRINGS.deserializer(), STRINGS.deserializer(), "words")
        .addProcessor("writer", processor, "source")
        .addStateStore(store, "writer");
  }

  /** Writes each record into the versioned store. */
  private static final class VersionedWriter implements Processor<String, String, Void, Void> {

    private @Nullable VersionedKeyValueStore<String, String> store;

    @Override
    public void init(ProcessorContext<Void, Void> context) {
      store = context.getStateStore("prices");
    }

    @Override
    public void process(Record<String, String> record) {
      Objects.requireNonNull(store).put(record.key(), record.value(), record.timestamp());
    }
  }

  private static void pipe(TopologyTestDriver driver, String topic, int records) {
    pipe(driver, topic, records, Duration.ofMillis(1));
  }

  private static void pipe(TopologyTestDriver driver, String topic, int records, Duration apart) {
    TestInputTopic<String, String> words = input(driver, topic);
    for (int word = 0; word < records; word++) {
      words.pipeInput("word" + word, LARGE, START + word * apart.toMillis());
    }
  }

  private static TestInputTopic<String, String> input(TopologyTestDriver driver, String topic) {
    return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
  }

  /** How many writes to a store were delayed. */
  private static double delays(TopologyTestDriver driver, String store) {
    return total(driver, "pace-total", store);
  }

  private static double total(TopologyTestDriver driver, String metric, String store) {
    List<Double> totals =
        driver.metrics().entrySet().stream()
            .filter(it -> isOf(it.getKey(), metric, store))
            .map(it -> number(it.getValue()))
            .toList();
    assertThat(totals).hasSize(1);
    return totals.get(0);
  }

  private static boolean isOf(MetricName name, String metric, String store) {
    return name.name().equals(metric) && name.tags().containsValue(store);
  }

  private static double number(Metric metric) {
    return ((Number) metric.metricValue()).doubleValue();
  }

  private TopologyTestDriver start(Topology topology, Properties settings) {
    return new TopologyTestDriver(topology, settings);
  }

  private Properties paced() {
    Properties settings = settings();
    settings.putAll(ofTheDocs());
    settings.put("goodput.rocksdb.config.setter", SlowFlushes.class.getName());
    return settings;
  }

  /** The three lines that the docs name. */
  private static Properties ofTheDocs() {
    try {
      String page = Files.readString(Path.of("../../docs/rocksdb-write-pacing/kafka-streams.md"));
      int begin = page.indexOf("```properties\n") + "```properties\n".length();
      Properties lines = new Properties();
      lines.load(new StringReader(page.substring(begin, page.indexOf("```", begin))));
      assertThat(lines).hasSize(3);
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Properties settings() {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "paced");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    return settings;
  }
}
