package io.goodput.rocksdb.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.rocksdb.PacingState;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Materialized;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example in a Kafka Streams topology with a real RocksDB store. */
class PacedStoresTest {

  @Test
  void storeOfKafkaStreams_isPaced(@TempDir Path folder) {
    StreamsBuilder topology = new StreamsBuilder();
    topology.table(
        "words",
        Materialized.<String, String>as(PacedStore.supplier("dictionary"))
            .withKeySerde(Serdes.String())
            .withValueSerde(Serdes.String())
            .withCachingDisabled());

    try (TopologyTestDriver driver = new TopologyTestDriver(topology.build(), settings(folder))) {
      TestInputTopic<String, String> words =
          driver.createInputTopic("words", new StringSerializer(), new StringSerializer());
      for (int word = 0; word < 1_000; word++) {
        words.pipeInput("word" + word, "x".repeat(50_000));
      }

      assertThat(driver.getKeyValueStore("dictionary").get("word999")).isNotNull();
      // Three memtables: the pacer saw one sealed, and paced writes until its flush.
      PacingState state = PacedStores.stateOf("dictionary");
      assertThat(state.writtenBytes()).isGreaterThan(16_000_000);
      assertThat(state.engagedNanos()).isPositive();
    }
  }

  private static Properties settings(Path folder) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "paced");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, PacedStores.class.getName());
    return settings;
  }
}
