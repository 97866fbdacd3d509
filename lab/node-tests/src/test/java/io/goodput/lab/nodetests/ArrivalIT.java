package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A node that decides on requests when they arrive")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArrivalIT {

  private static final int CLIENTS = 200;

  /** A quarter of the threads may wait, so that all clients may after a pause of the machine. */
  private static final int THREADS = 1024;

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withSetting("permissions_validity", "0ms")
              // Hundreds of reads at once take long on a machine that stands still for seconds.
              .withSetting("read_request_timeout", "20s")
              .withSetting("native_transport_max_threads", THREADS));

  private final Cql cql = server.cql();

  @BeforeAll
  void tables() {
    table("rejecting", "'max_reads_per_second': 0, 'max_writes_per_second': 0");
    table("limited", "'max_reads_per_second': 50");
    table("shared", "'max_reads_per_second': 20, 'coalesce_reads': 'true'");
    table("unlimited", "'coalesce_reads': 'true'");
    table("old", "'max_reads_per_second': 5, 'over_limit': 'stale', 'max_staleness': '1m'");
    for (String role : List.of("stranger", "reader")) {
      cql.run("CREATE ROLE " + role + " WITH PASSWORD = 'p' AND LOGIN = true");
    }
    cql.run("GRANT SELECT ON ks.rejecting TO reader");
    cql.run("GRANT SELECT ON ks.shared TO reader");
  }

  /** Clients of {@code shared} whose reads wait for their admission. */
  private ClosedLoop flood(CqlSession session, BoundStatement read) {
    ClosedLoop clients = new ClosedLoop(session, read);
    clients.start(2);
    await().until(() -> waitingWithoutThread() > 0);
    return clients;
  }

  private void table(String name, String option) {
    cql.run(
        "CREATE TABLE %s (k int PRIMARY KEY, v text) WITH per_partition_rate_limit = {%s}"
            .formatted(name, option));
    if (!name.equals("rejecting")) {
      cql.run("INSERT INTO %s (k, v) VALUES (1, 'one')".formatted(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"V3", "V4", "V5"})
  void preparedStatements_overTheLimit_areRejectedOnArrival(String version) throws Exception {
    try (Cql client = connect(version)) {
      BoundStatement read = client.prepare("SELECT * FROM rejecting WHERE k = ?").bind(1);
      BoundStatement write = client.prepare("INSERT INTO rejecting (k) VALUES (?)").bind(1);
      client.assertRejected("reads", "rejecting", () -> client.run(read));
      client.assertRejected("writes", "rejecting", () -> client.run(write));
      long before = answeredOnArrival();
      long rejected = cql.counter("rejected", "rejecting", "reads");

      for (int i = 0; i < 10; i++) {
        client.assertRejected("reads", "rejecting", () -> client.run(read));
        client.assertRejected("writes", "rejecting", () -> client.run(write));
      }

      assertThat(answeredOnArrival() - before).isPositive();
      assertThat(cql.counter("rejected", "rejecting", "reads") - rejected).isEqualTo(10);
    }
  }

  @Test
  @DisplayName("A limit admits as many requests as without decisions on arrival")
  void preparedReads_aboveTheLimit_areAdmittedUpToIt() throws Exception {
    BoundStatement read = cql.prepare("SELECT * FROM limited WHERE k = 1").bind();
    Flood.run(cql, read, Duration.ofSeconds(2));
    long executed = Jmx.replicaReads(server.node(), "ks", "limited");
    long before = answeredOnArrival();

    Flood flood = Flood.run(cql, read, Duration.ofSeconds(4));

    assertThat(flood.acceptedPerSecond()).isBetween(40.0, 60.0);
    assertThat(Jmx.replicaReads(server.node(), "ks", "limited") - executed)
        .isEqualTo(flood.accepted());
    assertThat(answeredOnArrival() - before).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"V3", "V4", "V5"})
  void identicalReads_ofManyClients_holdNoThread(String version) throws Exception {
    try (Cql client = connect(version)) {
      BoundStatement read = client.prepare("SELECT * FROM shared WHERE k = 1").bind();
      ClosedLoop clients = flood(client.session(), read);

      try {
        clients.start(CLIENTS);

        await()
            .untilAsserted(
                () -> {
                  assertThat(waitingWithoutThread()).isGreaterThan(CLIENTS / 2);
                  assertThat(waitingThreads()).isZero();
                });
      } finally {
        clients.stop();
      }
      assertThat(clients.errors()).isEmpty();
      assertThat(waitingWithoutThread()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"V3", "V4", "V5"})
  void identicalReads_answeredTogether_haveTheirRows(String version) throws Exception {
    try (Cql client = connect(version)) {
      BoundStatement read = client.prepare("SELECT * FROM shared WHERE k = 1").bind();
      ClosedLoop clients = flood(client.session(), read);
      long before = answeredOnArrival();
      List<CompletionStage<AsyncResultSet>> answers = new ArrayList<>();

      try {
        for (int i = 0; i < CLIENTS; i++) {
          answers.add(client.session().executeAsync(read));
        }

        for (CompletionStage<AsyncResultSet> answer : answers) {
          Row row = answer.toCompletableFuture().join().one();
          assertThat(row.getInt("k")).isEqualTo(1);
          assertThat(row.getString("v")).isEqualTo("one");
          assertThat(row.getColumnDefinitions().get(0).getTable()).hasToString("shared");
        }
      } finally {
        clients.stop();
      }
      assertThat(answeredOnArrival() - before).isPositive();
    }
  }

  @Test
  @DisplayName("A client that knows old columns gets the new ones from a shared answer")
  void identicalReads_afterAColumnWasAdded_haveIt() {
    PreparedStatement prepared = cql.prepare("SELECT * FROM unlimited WHERE k = 1");
    List<CompletionStage<AsyncResultSet>> answers = new ArrayList<>();
    cql.run("ALTER TABLE unlimited ADD added int");
    cql.run("UPDATE unlimited SET added = 7 WHERE k = 1");

    for (int i = 0; i < 4 * CLIENTS; i++) {
      answers.add(cql.session().executeAsync(prepared.bind()));
    }

    for (CompletionStage<AsyncResultSet> answer : answers) {
      assertThat(answer.toCompletableFuture().join().one().getInt("added")).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"V3", "V4", "V5"})
  void preparedReads_overTheLimit_areAnsweredStaleOnArrival(String version) throws Exception {
    try (Cql client = connect(version)) {
      BoundStatement read = client.prepare("SELECT * FROM old WHERE k = 1").bind();
      long none = cql.counter("answered_stale", "old", "reads");
      await()
          .until(
              () -> isServed(client, read) && cql.counter("answered_stale", "old", "reads") > none);
      long before = answeredOnArrival();
      long stale = cql.counter("answered_stale", "old", "reads");

      for (int i = 0; i < 200; i++) {
        assertThat(client.run(read).one().getString("v")).isEqualTo("one");
      }

      assertThat(cql.counter("answered_stale", "old", "reads") - stale).isGreaterThan(150);
      assertThat(answeredOnArrival() - before).isGreaterThan(100);
    }
  }

  private static boolean isServed(Cql client, BoundStatement read) {
    try {
      return client.run(read).one() != null;
    } catch (InvalidConfigurationInQueryException e) {
      return false;
    }
  }

  @Test
  @DisplayName("A role without permission is told so, whatever other roles are told")
  void preparedRead_withoutPermission_isUnauthorized() throws Exception {
    String read = "SELECT * FROM ks.rejecting WHERE k = 1";
    cql.run("GRANT SELECT ON ks.rejecting TO stranger");
    try (CqlSession stranger = login("stranger");
        CqlSession reader = login("reader")) {
      PreparedStatement own = stranger.prepare(read);
      PreparedStatement others = reader.prepare(read);
      assertThatThrownBy(() -> stranger.execute(own.bind()))
          .isInstanceOf(InvalidConfigurationInQueryException.class);
      cql.run("REVOKE SELECT ON ks.rejecting FROM stranger");
      ClosedLoop flood = new ClosedLoop(reader, others.bind());
      flood.start(8);
      try {
        await()
            .untilAsserted(
                () ->
                    assertThatThrownBy(() -> stranger.execute(own.bind()))
                        .isInstanceOf(UnauthorizedException.class));
        for (int i = 0; i < 50; i++) {
          assertThatThrownBy(() -> stranger.execute(own.bind()))
              .isInstanceOf(UnauthorizedException.class);
        }
      } finally {
        flood.stop();
      }
      assertThat(flood.errors()).containsExactly(InvalidConfigurationInQueryException.class);
    }
  }

  @Test
  @DisplayName("A role that loses its permission is refused, however many reads wait in its group")
  void identicalReads_permissionRevoked_areUnauthorized() throws Exception {
    try (CqlSession reader = login("reader")) {
      PreparedStatement read = reader.prepare("SELECT * FROM ks.shared WHERE k = 1");
      ClosedLoop flood = flood(reader, read.bind());
      flood.start(CLIENTS);
      assertThat(reader.execute(read.bind()).one().getString("v")).isEqualTo("one");

      cql.run("REVOKE SELECT ON ks.shared FROM reader");

      assertThatThrownBy(() -> reader.execute(read.bind()))
          .isInstanceOf(UnauthorizedException.class);
      flood.stop();
      assertThat(flood.errors()).containsExactly(UnauthorizedException.class);
    }
  }

  private Cql connect(String version) {
    return Cql.connect(
        Cql.builder(server.node())
            .withConfigLoader(
                DriverConfigLoader.compose(
                    DriverConfigLoader.programmaticBuilder()
                        .withString(DefaultDriverOption.PROTOCOL_VERSION, version)
                        .build(),
                    Cql.longTimeouts())),
        "ks",
        1);
  }

  private CqlSession login(String role) {
    return Cql.builder(server.node()).withAuthCredentials(role, "p").build();
  }

  private long answeredOnArrival() throws Exception {
    return (long) Jmx.metric(server.node(), "name=AnsweredOnArrival", "Count");
  }

  private int waitingThreads() throws Exception {
    return (int) Jmx.metric(server.node(), "name=ThreadsWaitingForReads", "Value");
  }

  private int waitingWithoutThread() throws Exception {
    return (int) Jmx.metric(server.node(), "name=ReadsWaitingWithoutThread", "Value");
  }
}
