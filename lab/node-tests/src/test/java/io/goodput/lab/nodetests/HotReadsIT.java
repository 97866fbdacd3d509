package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A node that answers identical reads with one read")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HotReadsIT {

  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(3);
  private static final int CLIENTS = 24;
  private static final int REQUEST_THREADS = 128;

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withSetting("dynamic_data_masking_enabled", true)
              .withSetting("native_transport_max_threads", REQUEST_THREADS)
              .withSetting("permissions_validity", "0ms")
              .withSetting("user_defined_functions_enabled", true)
              .withSetting("read_thresholds_enabled", true)
              .withSetting("local_read_size_warn_threshold", "2KiB")
              .withGoodputYaml("coalesce_reads: hot\n"));

  private final Cql cql = server.cql();

  @BeforeAll
  void tables() {
    table("free", "");
    table("off", "'coalesce_reads': 'false'");
    table("limited", "'max_reads_per_second': 20");
    table("many", "'max_reads_per_second': 20");
    table("crowded", "'max_reads_per_second': 2");
    table("refused", "'max_reads_per_second': 0");
    table("old", "'max_reads_per_second': 5, 'over_limit': 'stale', 'max_staleness': '400ms'");
    table("written", "'max_reads_per_second': 5, 'over_limit': 'stale', 'max_staleness': '1m'");
    table("masked", "");
    cql.run("ALTER TABLE masked ALTER v MASKED WITH DEFAULT");
    for (String role : List.of("blind", "seeing", "stranger")) {
      cql.run("CREATE ROLE " + role + " WITH PASSWORD = 'p' AND LOGIN = true");
    }
    cql.run("GRANT SELECT ON ks.masked TO blind");
    cql.run("GRANT SELECT ON ks.masked TO seeing");
    cql.run("GRANT UNMASK ON ks.masked TO seeing");
  }

  private void table(String name, String option) {
    cql.run(
        "CREATE TABLE %s (k int, c int, v text, PRIMARY KEY (k, c))%s"
            .formatted(
                name, option.isEmpty() ? "" : " WITH per_partition_rate_limit = {" + option + "}"));
    for (int c = 0; c < 200; c++) {
      cql.run("INSERT INTO %s (k, c, v) VALUES (1, ?, ?)".formatted(name), c, "v" + c);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM free WHERE k = 1 AND c = 1",
        "SELECT JSON * FROM free WHERE k = 1 AND c = 1",
        "SELECT * FROM free WHERE k IN (1) AND c IN (1)",
        "SELECT count(*) FROM free WHERE k = 1"
      })
  void identicalReads_manyAtOnce_shareReads(String query) throws Exception {
    for (Statement<?> read :
        List.of(SimpleStatement.newInstance(query), cql.prepare(query).bind())) {
      long shared = coalesced();
      long executed = Jmx.replicaReads(server.node(), "ks", "free");

      ClosedLoop clients = flood(read, SHORT);

      assertThat(clients.errors()).isEmpty();
      assertThat(coalesced() - shared).isPositive();
      assertThat(Jmx.replicaReads(server.node(), "ks", "free") - executed)
          .isLessThan(clients.served());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM off WHERE k = 1 AND c = 1",
        "SELECT now(), v FROM free WHERE k = 1 AND c = 1",
        "SELECT * FROM free WHERE token(k) > 0 LIMIT 1",
        "SELECT * FROM free WHERE k IN (1, 2) AND c = 1",
        "SELECT * FROM system.local WHERE key = 'local'"
      })
  void readsThatCannotBeShared_manyAtOnce_areExecutedEach(String query) throws Exception {
    long shared = coalesced();

    ClosedLoop clients = flood(cql.prepare(query).bind(), SHORT);

    assertThat(clients.errors()).isEmpty();
    assertThat(coalesced()).isEqualTo(shared);
  }

  @Test
  void tracedReads_manyAtOnce_areExecutedEach() throws Exception {
    long shared = coalesced();
    List<CompletionStage<AsyncResultSet>> reads = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      reads.add(
          cql.session()
              .executeAsync(
                  SimpleStatement.newInstance("SELECT * FROM free WHERE k = 1 AND c = 1")
                      .setTracing(true)));
    }
    reads.forEach(read -> read.toCompletableFuture().join());

    assertThat(coalesced()).isEqualTo(shared);
  }

  @Test
  @DisplayName("Each row of a first page reaches each client, and each client can go on from there")
  void pagedReads_manyAtOnce_haveAllRows() {
    List<CompletionStage<AsyncResultSet>> reads = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      reads.add(
          cql.session()
              .executeAsync(
                  SimpleStatement.newInstance("SELECT c FROM free WHERE k = 1").setPageSize(150)));
    }
    for (CompletionStage<AsyncResultSet> read : reads) {
      AsyncResultSet first = read.toCompletableFuture().join();
      Set<Integer> rows = new HashSet<>();
      first.currentPage().forEach(row -> rows.add(row.getInt("c")));
      first
          .fetchNextPage()
          .toCompletableFuture()
          .join()
          .currentPage()
          .forEach(row -> rows.add(row.getInt("c")));
      assertThat(rows).hasSize(200);
    }
  }

  @Test
  @DisplayName("A hot partition is served at the cost of its limit")
  void identicalReads_overTheLimit_areServedAtItsCost() throws Exception {
    long executed = Jmx.replicaReads(server.node(), "ks", "limited");

    ClosedLoop clients =
        flood(cql.prepare("SELECT * FROM limited WHERE k = 1 AND c = 1").bind(), LONG);

    assertThat(clients.errors()).isEmpty();
    long reads = Jmx.replicaReads(server.node(), "ks", "limited") - executed;
    assertThat(reads).isBetween(10L, 110L);
    assertThat(clients.served()).isGreaterThan(5 * reads);
    assertThat(cql.counter("coalesced", "limited", "reads")).isPositive();
    assertThat(cql.run("SELECT shared_reads FROM goodput.node").one().getLong(0))
        .isGreaterThanOrEqualTo(cql.counter("coalesced", "limited", "reads"));
    assertThat(hotPartition("limited").getLong("coalesced"))
        .isEqualTo(cql.counter("coalesced", "limited", "reads"));
    assertThat(cql.counter("rejected", "limited", "reads")).isZero();
  }

  @Test
  @DisplayName("At most a quarter of the request threads wait, and all leave when the flood ends")
  void identicalReads_ofMoreClientsThanMayWait_leaveThreadsForOthers() throws Exception {
    int most = REQUEST_THREADS / 4;
    // Reads in text wait on threads.
    ClosedLoop clients =
        new ClosedLoop(
            cql.session(),
            SimpleStatement.newInstance("SELECT * FROM crowded WHERE k = 1 AND c = 1"));
    clients.start(2 * REQUEST_THREADS);
    try {
      await().untilAsserted(() -> assertThat(waitingThreads()).isEqualTo(most));
      for (int i = 0; i < 50; i++) {
        assertThat(waitingThreads()).isBetween(0, most);
        cql.run("SELECT * FROM off WHERE k = 9");
      }
    } finally {
      clients.stop();
    }

    await().untilAsserted(() -> assertThat(waitingThreads()).isZero());
  }

  @Test
  void limitOfZero_identicalReads_areRejectedAtOnce() {
    cql.assertRejected(
        "reads", "refused", () -> cql.run("SELECT * FROM refused WHERE k = 1 AND c = 1"));

    ClosedLoop clients =
        flood(cql.prepare("SELECT * FROM refused WHERE k = 1 AND c = 1").bind(), SHORT);

    assertThat(clients.errors()).containsExactly(InvalidConfigurationInQueryException.class);
  }

  @Test
  @DisplayName("Over the limit, a client gets a stale answer that says how old it is")
  void reads_overTheLimit_areAnsweredStale() {
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM old WHERE k = 1 AND c = 1");
    int stale = 0;
    for (int i = 0; i < 300; i++) {
      ExecutionInfo info = cql.run(read).getExecutionInfo();
      ByteBuffer age = info.getIncomingPayload().get("goodput.staleness_ms");
      if (age != null) {
        stale++;
        assertThat(Integer.parseInt(StandardCharsets.UTF_8.decode(age.duplicate()).toString()))
            .isBetween(0, 400);
        assertThat(info.getWarnings()).anyMatch(warning -> warning.contains("ms old"));
      }
    }

    assertThat(stale).isGreaterThan(200);
    assertThat(cql.counter("answered_stale", "old", "reads")).isEqualTo(stale);
    assertThat(hotPartition("old").getLong("answered_stale")).isEqualTo(stale);
    assertThat(hotPartition("old").getDouble("rejected_per_second")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO written (k, c, v) VALUES (1, 1, ?)",
        "UPDATE written SET v = ? WHERE k = 1 AND c = 1",
        "BEGIN BATCH INSERT INTO written (k, c, v) VALUES (1, 1, ?); APPLY BATCH",
        "INSERT INTO written (k, c, v) VALUES (1, 1, ?) USING TTL 1000"
      })
  void read_afterAWriteThroughTheSameNode_neverReturnsAnOlderValue(String write) {
    SimpleStatement read =
        SimpleStatement.newInstance("SELECT v FROM written WHERE k = 1 AND c = 1");
    for (int i = 0; i < 5; i++) {
      cql.run(write, write.hashCode() + "-" + i);

      for (int again = 0; again < 3; again++) {
        assertThat(cql.run(read).one().getString("v")).isEqualTo(write.hashCode() + "-" + i);
      }
    }
  }

  @Test
  @DisplayName("Clients of different roles see what their roles may see")
  void identicalReads_ofDifferentRoles_areNotShared() {
    String query = "SELECT v FROM ks.masked WHERE k = 1 AND c = 1";
    try (CqlSession blind = login("blind");
        CqlSession seeing = login("seeing");
        CqlSession stranger = login("stranger")) {
      ClosedLoop load = new ClosedLoop(seeing, SimpleStatement.newInstance(query));
      load.start(CLIENTS);
      for (int i = 0; i < 60; i++) {
        assertThat(blind.execute(query).one().getString("v")).isEqualTo("****");
        assertThat(seeing.execute(query).one().getString("v")).isEqualTo("v1");
        assertThatThrownBy(() -> stranger.execute(query)).isInstanceOf(UnauthorizedException.class);
      }
      load.stop();
      assertThat(load.errors()).isEmpty();
    }
  }

  @Test
  @DisplayName("A role that loses its permission is refused, however many reads are under way")
  void identicalReads_permissionRevoked_areUnauthorized() {
    cql.run("CREATE ROLE passing WITH PASSWORD = 'p' AND LOGIN = true");
    cql.run("GRANT SELECT ON ks.free TO passing");
    String query = "SELECT v FROM ks.free WHERE k = 1 AND c = 1";
    try (CqlSession passing = login("passing")) {
      ClosedLoop load = new ClosedLoop(passing, SimpleStatement.newInstance(query));
      load.start(CLIENTS);
      assertThat(passing.execute(query).one().getString("v")).isEqualTo("v1");

      cql.run("REVOKE SELECT ON ks.free FROM passing");

      assertThatThrownBy(() -> passing.execute(query)).isInstanceOf(UnauthorizedException.class);
      load.stop();
      assertThat(load.errors()).containsExactly(UnauthorizedException.class);
    }
  }

  @Test
  @DisplayName("Reads are right while their table is altered, truncated, and dropped")
  void identicalReads_whileTheSchemaChanges_areNeverWrong() throws Exception {
    cql.run("CREATE TABLE changing (k int PRIMARY KEY, v text)");
    cql.run("INSERT INTO changing (k, v) VALUES (1, 'before')");
    SimpleStatement read = SimpleStatement.newInstance("SELECT * FROM ks.changing WHERE k = 1");
    ClosedLoop load = new ClosedLoop(cql.session(), read);
    load.start(CLIENTS);
    for (int i = 0; i < 5; i++) {
      cql.run("ALTER TABLE changing ADD c%d int".formatted(i));
      cql.run("UPDATE changing SET c%d = %d WHERE k = 1".formatted(i, i));
      assertThat(cql.run(read).one().getInt("c" + i)).isEqualTo(i);
    }
    cql.run("TRUNCATE changing");
    assertThat(cql.run(read).all()).isEmpty();
    load.stop();
    assertThat(load.errors()).isEmpty();
    cql.run("DROP TABLE changing");
    assertThatThrownBy(() -> cql.run(read)).hasMessageContaining("does not exist");
    assertThat(Jmx.metric(server.node(), "name=Faults", "Count")).isEqualTo(0L);
  }

  @Test
  @DisplayName("Warnings of the shared read reach each client")
  void identicalReads_withWarnings_warnEachClient() throws Exception {
    long shared = coalesced();
    List<CompletionStage<AsyncResultSet>> reads = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      reads.add(cql.session().executeAsync("SELECT * FROM free WHERE k = 1"));
    }
    for (CompletionStage<AsyncResultSet> read : reads) {
      assertThat(read.toCompletableFuture().join().getExecutionInfo().getWarnings())
          .singleElement()
          .asString()
          .contains("size");
    }
    assertThat(coalesced()).isGreaterThan(shared);
  }

  @Test
  void setting_changedWhileTheNodeRuns_takesEffect() throws Exception {
    try {
      cql.set("coalesce_reads", "off");
      assertThat(cql.setting("coalesce_reads")).isEqualTo("off");
      long shared = coalesced();
      flood(cql.prepare("SELECT * FROM free WHERE k = 1 AND c = 2").bind(), SHORT);
      assertThat(coalesced()).isEqualTo(shared);
    } finally {
      cql.set("coalesce_reads", "hot");
    }
    long shared = coalesced();
    flood(cql.prepare("SELECT * FROM free WHERE k = 1 AND c = 2").bind(), SHORT);
    assertThat(coalesced()).isGreaterThan(shared);
  }

  @Test
  void describe_table_showsTheOption() {
    ResultSet described = cql.run("DESCRIBE TABLE old");

    assertThat(described.one().getString("create_statement"))
        .contains(
            "per_partition_rate_limit = {'max_reads_per_second': 5, 'over_limit': 'stale',"
                + " 'max_staleness': '400ms'}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'coalesce_reads': 'hot' | 'coalesce_reads'",
        "'over_limit': 'stale' | 'max_staleness'",
        "'over_limit': 'wait' | 'over_limit'",
        "'over_limit': 'stale', 'max_staleness': '1s' | 'max_reads_per_second'",
        "'over_limit': 'stale', 'max_staleness': '2h' | 'max_staleness'"
      })
  void create_invalidOption_namesTheKey(String option, String key) {
    assertThatThrownBy(
            () ->
                cql.run(
                    "CREATE TABLE invalid (k int PRIMARY KEY)"
                        + " WITH per_partition_rate_limit = {"
                        + option
                        + "}"))
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessageContaining(key);
  }

  private ClosedLoop flood(Statement<?> read, Duration duration) {
    ClosedLoop clients = new ClosedLoop(cql.session(), read);
    clients.start(CLIENTS);
    Flood unused =
        Flood.run(cql, SimpleStatement.newInstance("SELECT * FROM off WHERE k = 9"), duration);
    clients.stop();
    return clients;
  }

  private long coalesced() throws Exception {
    return (long) Jmx.metric(server.node(), "name=CoalescedReads", "Count");
  }

  private Row hotPartition(String table) {
    return cql.run("SELECT * FROM goodput.hot_partitions").all().stream()
        .filter(row -> table.equals(row.getString("table_name")))
        .filter(row -> "1".equals(row.getString("partition_key")))
        .findFirst()
        .orElseThrow();
  }

  private int waitingThreads() throws Exception {
    return (int) Jmx.metric(server.node(), "name=ThreadsWaitingForReads", "Value");
  }

  private CqlSession login(String role) {
    return Cql.builder(server.node()).withAuthCredentials(role, "p").build();
  }
}
