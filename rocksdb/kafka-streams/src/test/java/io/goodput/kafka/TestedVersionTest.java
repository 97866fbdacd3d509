package io.goodput.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The build runs the tests of this module on several versions of Kafka Streams. */
class TestedVersionTest {

  @Test
  @EnabledIfSystemProperty(named = "kafka.version", matches = ".+")
  void version_isTheOneThatTheBuildNames() {
    String version = System.getProperty("kafka.version");

    assertThat(AppInfoParser.getVersion()).isEqualTo(version);
    assertThat(KafkaStreams.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .endsWith("kafka-streams-" + version + ".jar");
  }
}
