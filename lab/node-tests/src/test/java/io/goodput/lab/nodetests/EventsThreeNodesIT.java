package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Events and peak rates of three nodes")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventsThreeNodesIT {

  private static final Duration SECONDS = Duration.ofSeconds(5);

  /** Rejections have ended when there was none for ten seconds. */
  private static final Duration QUIET = Duration.ofSeconds(20);

  private static final String OVERRIDDEN =
      " WHERE keyspace_name = 'rf3' AND table_name = 'events_overridden' AND partition_key = '%d'";

  private final ThreeNodes nodes;
  private final Cql superuser;
  @AutoClose private final CqlSession observer;

  EventsThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.superuser = nodes.rf3(1);
    superuser.changeSchema(
        "CREATE TABLE rf3.events_altered (k int PRIMARY KEY)",
        "CREATE TABLE rf3.events_rejected (k int PRIMARY KEY) WITH " + RateLimit.reads(1),
        "CREATE TABLE rf3.events_hidden (k int PRIMARY KEY) WITH " + RateLimit.reads(0),
        "CREATE TABLE rf3.events_overridden (k int PRIMARY KEY)",
        "CREATE TABLE rf3.events_unlimited (k int PRIMARY KEY)",
        "CREATE TABLE rf3.events_counted (k int PRIMARY KEY) WITH " + RateLimit.reads(5000));
    superuser.run("CREATE ROLE events_observer WITH PASSWORD = 'p' AND LOGIN = true");
    superuser.run("GRANT SELECT ON goodput.events TO events_observer");
    this.observer = Cql.builder(nodes.node(1)).withAuthCredentials("events_observer", "p").build();
  }

  @Test
  void limit_setByAlterTable_isAnEventOfEachNodeWithinSeconds() {
    superuser.changeSchema("ALTER TABLE rf3.events_altered WITH " + RateLimit.reads(7));

    for (int node = 1; node <= 3; node++) {
      Row event = awaited(node, "limit_changed", "events_altered", SECONDS);
      assertThat(event.getString("message"))
          .isEqualTo("Reads of rf3.events_altered are limited to 7 per partition and second");
      assertThat(event.getString("severity")).isEqualTo("info");
      assertThat(event.getInstant("at"))
          .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
    }
  }

  @Test
  @DisplayName("Rejections begin and end with an event, and a line of the log without the key")
  void rejections_ofAPartition_beginAndEndWithAnEvent() throws Exception {
    Row began = readUntilToldRejected("events_rejected", 4711);

    assertThat(began.getString("message"))
        .isEqualTo(
            "Partition 4711 of rf3.events_rejected is over its limit of 1 reads per second, and"
                + " Goodput rejects the excess");
    assertThat(began.getString("partition_key")).isEqualTo("4711");
    assertThat(awaited(1, "rejections_ended", "events_rejected", QUIET).getLong("number"))
        .isGreaterThan(began.getLong("number"));
    assertThat(lines("event=rejections_began table=rf3.events_rejected token="))
        .singleElement()
        .asString()
        .contains("A partition of rf3.events_rejected")
        .doesNotContain("4711");
  }

  @Test
  void key_withoutSelectOnTheTable_isHidden() {
    Row shown = readUntilToldRejected("events_hidden", 4712);
    assertThat(shown.getString("message")).startsWith("Partition 4712 of rf3.events_hidden");

    Row hidden =
        events(new Cql(observer, "rf3"), "rejections_began", "events_hidden")
            .findFirst()
            .orElseThrow();

    assertThat(hidden.getString("message")).startsWith("A partition of rf3.events_hidden");
    assertThat(hidden.isNull("partition_key")).isTrue();
  }

  @Test
  void override_setAndExpired_areEventsOfEachNodeWithWhoHasSetIt() {
    superuser.run(
        "UPDATE goodput.overrides USING TTL 8 SET max_reads_per_second = 3"
            + OVERRIDDEN.formatted(1));

    for (int node = 1; node <= 3; node++) {
      assertThat(awaited(node, "override_set", "events_overridden", "1", SECONDS))
          .startsWith("Partition 1 of rf3.events_overridden has an override until 20")
          .endsWith("Z, set by cassandra: 3 reads/s; writes keep the table's limit");
    }
    for (int node = 1; node <= 3; node++) {
      assertThat(awaited(node, "override_expired", "events_overridden", "1", QUIET))
          .isEqualTo(
              "Partition 1 of rf3.events_overridden no longer has the override that cassandra set:"
                  + " it expired");
    }
  }

  @Test
  void override_removed_isAnEventOfEachNode() {
    superuser.run(
        "UPDATE goodput.overrides USING TTL 600 SET max_reads_per_second = 3"
            + OVERRIDDEN.formatted(2));
    for (int node = 1; node <= 3; node++) {
      assertThat(awaited(node, "override_set", "events_overridden", "2", SECONDS)).isNotNull();
    }

    nodes.rf3(2).run("DELETE FROM goodput.overrides" + OVERRIDDEN.formatted(2));

    for (int node = 1; node <= 3; node++) {
      assertThat(awaited(node, "override_removed", "events_overridden", "2", SECONDS))
          .endsWith("no longer has the override that cassandra set: it was removed");
    }
  }

  @Test
  void partition_ofATableWithoutALimit_becomesHotWithAnEvent() {
    Row hot =
        await()
            .pollInterval(Duration.ofMillis(1))
            .atMost(QUIET)
            .until(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    superuser.run("SELECT * FROM rf3.events_unlimited WHERE k = 5");
                  }
                  return events(superuser, "hot_partition", "events_unlimited").findFirst();
                },
                Optional::isPresent)
            .orElseThrow();

    assertThat(hot.getString("severity")).isEqualTo("warning");
    assertThat(hot.getString("message"))
        .isEqualTo(
            "Partition 5 of rf3.events_unlimited became hot: its reads are at least half of all"
                + " requests of this node");
  }

  @Test
  void start_isTheFirstEventOfEachNode() {
    for (int node = 1; node <= 3; node++) {
      List<Row> events = nodes.rf3(node).run("SELECT * FROM goodput.events").all();
      Row first = events.get(events.size() - 1);

      assertThat(first.getString("kind")).isEqualTo("node_started");
      assertThat(first.getString("message"))
          .matches("The node has started with Goodput \\S+, on Cassandra \\S+");
    }
  }

  @Test
  @DisplayName("Each read of a limited table is counted in the second in which it came")
  void peakRates_ofALimitedTable_countEachRead() {
    SimpleStatement read =
        SimpleStatement.newInstance("SELECT * FROM rf3.events_counted WHERE k = 1");
    await().atMost(SECONDS).until(() -> Flood.isAccepted(superuser, read) && counted() > 0);

    // Right when a second ends, some reads may count twice or not at all. A pause of the machine
    // loses a whole second.
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              long before = settled();
              Flood flood = Flood.run(superuser, read, Duration.ofSeconds(5), Duration.ofMillis(5));
              assertThat((double) (settled() - before) / flood.accepted()).isBetween(0.85, 1.15);
            });
    assertThat(peakRates().stream().mapToInt(row -> row.getInt("partitions")).sum()).isOne();
  }

  @Test
  void proposedLimits_withoutEnoughEvidence_sayWhatTheyWaitFor() {
    assertThat(superuser.run("SELECT * FROM goodput.proposed_limits").all())
        .isNotEmpty()
        .allSatisfy(
            row -> {
              assertThat(row.isNull("proposed_per_second")).isTrue();
              assertThat(row.getString("waits_for")).isEqualTo("1000 partitions and 600 seconds");
            });
  }

  /** The reads that are counted once the seconds in which they came have ended. */
  private long settled() {
    AtomicLong last = new AtomicLong(-1);
    return await()
        .pollInterval(Duration.ofMillis(2500))
        .atMost(QUIET)
        .until(this::counted, now -> now == last.getAndSet(now));
  }

  private long counted() {
    return peakRates().stream().mapToLong(row -> row.getLong("requests")).sum();
  }

  private List<Row> peakRates() {
    return superuser
        .run(
            "SELECT * FROM goodput.peak_rates WHERE keyspace_name = 'rf3'"
                + " AND table_name = 'events_counted' AND kind = 'reads'")
        .all();
  }

  /** Reads a partition too often until an event tells that reads are rejected. */
  private Row readUntilToldRejected(String table, int key) {
    return await()
        .pollInterval(Duration.ofMillis(10))
        .atMost(SECONDS)
        .until(
            () -> {
              for (int i = 0; i < 10; i++) {
                readOrBeRejected(table, key);
              }
              return events(superuser, "rejections_began", table).findFirst();
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private void readOrBeRejected(String table, int key) {
    try {
      superuser.run("SELECT * FROM rf3.%s WHERE k = ?".formatted(table), key);
    } catch (InvalidConfigurationInQueryException e) {
      // Over the limit, which is what the test wants.
    }
  }

  private Row awaited(int node, String kind, String table, Duration atMost) {
    return await()
        .atMost(atMost)
        .until(() -> events(nodes.rf3(node), kind, table).findFirst(), Optional::isPresent)
        .orElseThrow();
  }

  /** The message of the event about a partition. */
  private String awaited(int node, String kind, String table, String key, Duration atMost) {
    return await()
        .atMost(atMost)
        .until(
            () ->
                events(nodes.rf3(node), kind, table)
                    .filter(event -> key.equals(event.getString("partition_key")))
                    .map(event -> event.getString("message"))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  private static Stream<Row> events(Cql client, String kind, String table) {
    return client.run("SELECT * FROM goodput.events").all().stream()
        .filter(event -> kind.equals(event.getString("kind")))
        .filter(event -> table.equals(event.getString("table_name")));
  }

  private List<String> lines(String text) throws IOException {
    try (Stream<String> lines = Files.lines(nodes.node(1).log())) {
      return lines.filter(line -> line.contains(text)).toList();
    }
  }
}
