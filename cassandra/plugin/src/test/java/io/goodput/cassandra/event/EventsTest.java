package io.goodput.cassandra.event;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.goodput.cassandra.ManualTime;
import io.goodput.core.time.Nanos;
import java.time.Instant;
import java.util.stream.IntStream;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class EventsTest {

  private static final TableMetadata TABLE =
      TableMetadata.builder("ks", "t")
          .partitioner(Murmur3Partitioner.instance)
          .addPartitionKeyColumn("k", Int32Type.instance)
          .build();

  private final Logger logger = (Logger) LoggerFactory.getLogger(Events.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private final ManualTime clock = new ManualTime();
  private final Events events = new Events(clock);

  @BeforeEach
  void listen() {
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(logged);
  }

  @Test
  void latest_isNewestFirstWithTimes() {
    events.add(EventKind.NODE_STARTED, "One.");
    clock.nanos += Nanos.PER_SECOND;
    events.add(EventKind.FAULT, "Two.");

    assertThat(events.latest()).extracting(Event::text).containsExactly("Two.", "One.");
    assertThat(events.latest())
        .extracting(Event::at)
        .containsExactly(Instant.ofEpochSecond(1), Instant.EPOCH);
  }

  @Test
  void latest_ofMoreThanTheMost_forgetsTheOldest() {
    IntStream.rangeClosed(1, Events.MOST + 5).forEach(i -> events.add(EventKind.FAULT, "Again."));

    assertThat(events.latest()).hasSize(Events.MOST);
    assertThat(events.latest().get(Events.MOST - 1).number()).isEqualTo(6);
  }

  @Test
  void add_ofAPartition_logsItsTokenAndNotItsKey() {
    addOfPartition("became hot");

    assertThat(logged.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "event=hot_partition table=ks.t token=17"
                + " message=\"A partition of ks.t became hot\"");
    assertThat(logged.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN);
  }

  @Test
  void add_aTextWithQuotesAndLines_staysOneField() {
    events.add(EventKind.OVERRIDE_SET, "By \"me\" \\\nFAULT");

    assertThat(logged.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("event=override_set message=\"By \\\"me\\\" \\\\ FAULT\"");
  }

  @Test
  @DisplayName("Events beyond the burst are not logged, and the next line that is says how many")
  void add_manyAtOnce_logsNoMoreThanTheBurst() {
    IntStream.range(0, Events.LINES + 7).forEach(i -> events.add(EventKind.LIMIT_CHANGED, "It."));
    assertThat(logged.list).hasSize(Events.LINES);

    clock.nanos += Nanos.PER_SECOND;
    events.add(EventKind.LIMIT_CHANGED, "Last.");

    assertThat(logged.list.subList(Events.LINES, logged.list.size()))
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "7 more events are not in the log: see goodput.events",
            "event=limit_changed message=\"Last.\"");
  }

  @Test
  void message_ofAPartition_namesTheKeyOnlyIfItIsShown() {
    addOfPartition("became hot");

    Event event = events.latest().get(0);
    assertThat(event.message("5")).isEqualTo("Partition 5 of ks.t became hot");
    assertThat(event.message(null)).isEqualTo("A partition of ks.t became hot");
  }

  private void addOfPartition(String predicate) {
    events.addOfPartition(
        EventKind.HOT_PARTITION,
        TABLE,
        new Murmur3Partitioner.LongToken(17),
        Int32Type.instance.decompose(5),
        predicate);
  }
}
