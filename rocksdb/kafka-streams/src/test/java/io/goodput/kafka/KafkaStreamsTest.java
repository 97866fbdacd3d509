package io.goodput.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications with a real broker, whose databases share a slow disk. */
@Tag("slow")
class KafkaStreamsTest {

  private static final int RECORDS = 8_000;
  private static final String VALUE = "x".repeat(10_000);

  @TempDir private static Path folder;

  private static Broker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = new Broker(folder);
    fill("words", 1);
    fill("halves", 2);
  }

  @AfterAll
  static void stop() throws Exception {
    broker.stop();
  }

  private static void fill(String topic, int partitions) throws Exception {
    broker.create(topic, partitions);
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.address());
    settings.put("linger.ms", 20);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (int record = 0; record < RECORDS; record++) {
        sent.add(
            producer.send(
                new ProducerRecord<>(topic, record % partitions, "word" + record, record + VALUE)));
      }
      for (Future<RecordMetadata> record : sent) {
        record.get(1, TimeUnit.MINUTES);
      }
    }
  }

  @Test
  @DisplayName("No write waits long, and the application is as fast as without pacing")
  void application_onASlowDisk_writesWithoutLongWaits() {
    Path state = folder.resolve("state");
    Duration stockTime;
    Duration stockLongest;
    try (Application stock = start("words", "stock", state, false, Map.of())) {
      stockTime = stock.awaitWritten(RECORDS);
      stockLongest = stock.longestPut();
    }
    try (Application paced = start("words", "paced", state, true, Map.of())) {
      Duration time = paced.awaitWritten(RECORDS);
      System.out.printf(
          "stock: %s, longest put %s; paced: %s, longest put %s%n",
          stockTime, stockLongest, time, paced.longestPut());

      assertThat(paced.delays()).isPositive();
      assertThat(paced.longestPut()).isLessThan(stockLongest.dividedBy(3));
      assertThat(time).isLessThan(stockTime.multipliedBy(13).dividedBy(10));
      assertThat(paced.get("word7")).isEqualTo(7 + VALUE);
    }
  }

  /** Kafka Streams 4.3 writes offsets with each commit, into a column family with two memtables. */
  @Test
  @DisplayName(
      "RocksDB stops writes once at most, before its first flush, however often one commits")
  void application_thatCommitsOften_meetsOneStallOfRocksDbAtMost() {
    Map<String, Object> often = Map.of("commit.interval.ms", 50);
    try (Application paced = start("words", "often", folder.resolve("often"), true, often)) {
      long before = SlowFlushes.STALLS.sum();
      paced.awaitWritten(RECORDS);

      assertThat(SlowFlushes.STALLS.sum() - before).isLessThanOrEqualTo(1);
    }
  }

  @Test
  @DisplayName(
      "The state of an application without pacing is used with it, and the other way around")
  void state_ofStock_isUsedWithoutRestoring() {
    Path state = folder.resolve("both");
    try (Application stock = start("words", "both", state, false, Map.of())) {
      stock.awaitWritten(RECORDS);
    }
    for (boolean paced : List.of(true, false)) {
      try (Application next = start("words", "both", state, paced, Map.of()).awaitRunning()) {
        assertThat(next.get("word7")).isEqualTo(7 + VALUE);
        assertThat(next.restored()).isLessThan(RECORDS / 10);
      }
    }
  }

  @Test
  @DisplayName("A lost state is restored, paced, as fast as without pacing")
  void state_thatIsLost_isRestored() {
    try (Application first = start("words", "lost", folder.resolve("first"), false, Map.of())) {
      first.awaitWritten(RECORDS);
    }
    Duration[] times = new Duration[2];
    for (int paced = 0; paced < 2; paced++) {
      try (Application next =
          start("words", "lost", folder.resolve("next" + paced), paced == 1, Map.of())) {
        times[paced] = next.awaitRestored(RECORDS);
        next.awaitRunning();

        assertThat(next.get("word7")).isEqualTo(7 + VALUE);
        assertThat(next.delays() > 0).isEqualTo(paced == 1);
      }
    }
    System.out.printf("restored: stock %s, paced %s%n", times[0], times[1]);
    assertThat(times[1]).isLessThan(times[0].multipliedBy(13).dividedBy(10));
  }

  @Test
  @DisplayName("Exactly once, with standbys and short polls, partitions move and nothing is lost")
  void instance_thatJoinsAndOneThatLeaves_loseNothing() {
    Map<String, Object> settings =
        Map.of(
            "processing.guarantee", "exactly_once_v2",
            "num.standby.replicas", 1,
            "acceptable.recovery.lag", Long.MAX_VALUE,
            "probing.rebalance.interval.ms", 60_000,
            "max.poll.interval.ms", 10_000);
    try (Application one = start("halves", "moves", folder.resolve("one"), true, settings)) {
      one.awaitWritten(RECORDS / 4);
      try (Application other = start("halves", "moves", folder.resolve("other"), true, settings)) {
        await()
            .atMost(Duration.ofMinutes(3))
            .until(() -> one.written() + other.written() >= RECORDS);
        other.awaitRestored(1);
        one.awaitRunning();
        System.out.printf(
            "wrote %s and %s, %s and %s rebalances%n",
            one.written(), other.written(), one.rebalances(), other.rebalances());
        assertThat(one.rebalances() + other.rebalances()).isLessThanOrEqualTo(8);
        one.leave();
        await()
            .atMost(Duration.ofMinutes(2))
            .ignoreExceptions()
            .until(() -> other.get("word6") != null && other.get("word7") != null);
        for (int record = 0; record < RECORDS; record += 97) {
          assertThat(other.get("word" + record)).isEqualTo(record + VALUE);
        }
      }
    }
  }

  private static Application start(
      String topic, String id, Path state, boolean paced, Map<String, Object> more) {
    return new Application(broker, id, state, topic, paced, more);
  }
}
