package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.TraceEvent;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("A node with fair shares whose threads are all busy with one partition")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FairSharesIT {

  /** Many more than the node has threads. */
  private static final int CLIENTS = 1000;

  private static final Duration LONG = Duration.ofMinutes(2);

  /** A read that keeps a thread busy for a while. */
  private static final SimpleStatement HOT_READ =
      SimpleStatement.newInstance("SELECT count(*) FROM wide WHERE k = 1");

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withSetting("native_transport_max_threads", 16)
              .withSetting("read_request_timeout", "60s")
              .withGoodputYaml("fair_shares: on\n"));

  private final List<ClosedLoop> floods = new ArrayList<>();

  @BeforeAll
  void table() {
    server.cql().run("CREATE ROLE observer WITH PASSWORD = 'p' AND LOGIN = true");
    server.cql().run("GRANT SELECT ON goodput.fair_share_classes TO observer");
    server.cql().run("CREATE TABLE wide (k int, c int, PRIMARY KEY (k, c))");
    for (int c = 0; c < 300; c++) {
      server.cql().run("INSERT INTO wide (k, c) VALUES (1, ?)", c);
    }
  }

  @AfterEach
  void endFloods() {
    floods.forEach(ClosedLoop::stop);
    floods.clear();
    server.cql().set("fair_shares", "on");
    await().atMost(LONG).until(() -> state().isNull("room"));
  }

  @Test
  void hotPartition_aboveItsShare_isRefused() {
    flood();

    await().atMost(LONG).until(() -> state().getLong("refused") > 0);

    assertThatThrownBy(
            () -> {
              while (true) {
                server.cql().run(HOT_READ);
              }
            })
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessageMatching(
            "Node [0-9.]+ is overloaded, and this partition of table ks.wide has \\d+ requests in"
                + " flight \\(fair share \\d+(, \\d+ refused per second)?\\);"
                + " retry after 100 ms");
  }

  @Test
  void hotPartition_aboveItsShare_getsReasonsInPayload() throws IOException {
    Python.install();
    flood();
    await().atMost(LONG).until(() -> state().getLong("refused") > 0);

    assertThat(Python.reasons(server.node(), "ks", HOT_READ.getQuery()))
        .containsEntry("goodput.refused", "fair_share")
        .containsEntry("goodput.table", "ks.wide")
        .containsEntry("goodput.retry_after_ms", "100")
        .containsKeys("goodput.share", "goodput.in_flight");
  }

  @Test
  void otherPartitions_belowTheirShare_areServed() {
    flood();
    await().atMost(LONG).until(() -> state().getLong("refused") > 0);

    long refused =
        IntStream.range(2, 200)
            .mapToObj(k -> SimpleStatement.newInstance("SELECT * FROM wide WHERE k = ?", k))
            .filter(read -> !Flood.isAccepted(server.cql(), read))
            .count();

    // One of 4,096 partitions shares its counter with the hot one.
    assertThat(refused).isLessThan(3);
  }

  @Test
  @DisplayName("tells in an event when it begins and when it ends")
  void refusals_beginAndEndWithAnEvent() {
    flood();
    await().atMost(LONG).until(() -> events().contains("fair_shares_began"));

    endFloods();

    await().atMost(LONG).until(() -> events().get(0).equals("fair_shares_ended"));
  }

  private List<String> events() {
    return server.cql().run("SELECT kind FROM goodput.events").all().stream()
        .map(row -> row.getString("kind"))
        .filter(kind -> kind.startsWith("fair_shares"))
        .toList();
  }

  @Test
  void classes_aboveTheirShare_areShown() {
    flood();

    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(heldBack(server.cql()))
                    .anySatisfy(
                        row -> {
                          assertThat(row.getString("tenant")).isEqualTo(Cql.SUPERUSER);
                          assertThat(row.getString("table_name")).isEqualTo("wide");
                          assertThat(row.getString("partition_key")).isEqualTo("1");
                          assertThat(row.getInt("share")).isPositive();
                          assertThat(row.getString("overloaded")).isEqualTo("node");
                        }));
  }

  @Test
  @DisplayName("shows no partition key to a role that may not read the table")
  void classes_withoutSelectOnTheTable_haveNoKeys() {
    flood();

    try (CqlSession observer =
        Cql.builder(server.node()).withAuthCredentials("observer", "p").build()) {
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(heldBack(new Cql(observer, "ks")))
                      .isNotEmpty()
                      .allMatch(row -> row.isNull("partition_key")));
    }
  }

  @Test
  void trace_aRequestDuringAnOverload_saysThatItIsWithinItsShare() {
    flood();
    await().atMost(LONG).until(() -> !state().isNull("room"));

    SimpleStatement other =
        SimpleStatement.newInstance("SELECT * FROM wide WHERE k = 7").setTracing(true);

    ExecutionInfo execution = server.cql().run(other).getExecutionInfo();

    await()
        .untilAsserted(
            () ->
                assertThat(execution.getQueryTrace().getEvents())
                    .extracting(TraceEvent::getActivity)
                    .contains("Admitted within the fair share of its role and its partition"));
  }

  @Test
  void observe_anOverload_countsAndServes() {
    server.cql().set("fair_shares", "observe");
    long before = state().getLong("would_refuse");
    long refused = state().getLong("refused");
    ClosedLoop flood = flood();

    await().atMost(LONG).until(() -> state().getLong("would_refuse") > before);

    assertThat(flood.errors()).isEmpty();
    assertThat(state().getLong("refused")).isEqualTo(refused);
  }

  @Test
  void off_anOverload_isServed() {
    server.cql().set("fair_shares", "off");
    long refused = state().getLong("refused");
    ClosedLoop flood = flood();

    await().atMost(LONG).until(() -> flood.served() > 2 * CLIENTS);

    assertThat(flood.errors()).isEmpty();
    assertThat(state().getLong("refused")).isEqualTo(refused);
  }

  @Test
  void afterTheOverload_nothingIsInFlight() {
    flood();
    await().atMost(LONG).until(() -> state().getLong("refused") > 0);

    endFloods();

    assertThat(state().getInt("in_flight")).isZero();
  }

  @Test
  void setting_anUnknownWord_isRejected() {
    assertThatThrownBy(() -> server.cql().set("fair_shares", "maybe"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage("fair_shares must be 'off' or 'observe' or 'on', not 'maybe'");
  }

  @Test
  void refusedRequests_areCountedInJmx() throws Exception {
    assertThat((long) Jmx.metric(server.node(), "name=RefusedForShare", "Count"))
        .isEqualTo(state().getLong("refused"));
  }

  private ClosedLoop flood() {
    ClosedLoop flood = new ClosedLoop(server.cql().session(), HOT_READ);
    floods.add(flood);
    flood.start(CLIENTS);
    return flood;
  }

  private static List<Row> heldBack(Cql client) {
    return client.run("SELECT * FROM goodput.fair_share_classes").all();
  }

  private Row state() {
    return server.cql().run("SELECT * FROM goodput.fair_shares").one();
  }
}
