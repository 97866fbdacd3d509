package io.goodput.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The build runs the tests of this module on several versions of Kafka Streams. */
class TestedVersionTest {

  @Test
  @EnabledIfSystemProperty(named = "kafka.version", matches = ".+")
  void version_isTheOneThatTheBuildNames() {
    String version = System.getProperty("kafka.version");

    assertThat(jarOf(KafkaStreams.class)).endsWith("kafka-streams-" + version + ".jar");
    assertThat(jarOf(KafkaConsumer.class)).endsWith("kafka-clients-" + version + ".jar");
    assertThat(jarOf(TopologyTestDriver.class))
        .endsWith("kafka-streams-test-utils-" + version + ".jar");
  }

  private static String jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }
}
