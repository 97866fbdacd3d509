package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.TraceEvent;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Overrides for one partition, on three nodes")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverridesThreeNodesIT {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** For a busy machine. Nodes that miss a message look by themselves every five seconds. */
  private static final Duration LONG = Duration.ofSeconds(4);

  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final int LIMIT = 50;

  /** Four standard deviations: replicas decide by chance on some 300 requests. */
  private static final double TOLERANCE = 0.2;

  private static final String WHERE =
      " WHERE keyspace_name = ? AND table_name = ? AND partition_key = ?";
  private static final String SET_READS =
      "UPDATE goodput.overrides USING TTL ? SET max_reads_per_second = ?" + WHERE;
  private static final String DENY =
      "UPDATE goodput.overrides USING TTL ?"
          + " SET max_reads_per_second = 0, max_writes_per_second = 0"
          + WHERE;
  private static final String REMOVE = "DELETE FROM goodput.overrides" + WHERE;

  private final ThreeNodes nodes;
  private final Cql superuser;
  @AutoClose private final CqlSession reader;
  @AutoClose private final CqlSession owner;

  OverridesThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.superuser = nodes.rf3(1);
    superuser.changeSchema(
        "CREATE TABLE rf1.overridden (k int PRIMARY KEY)",
        "CREATE TABLE rf3.overridden (k int PRIMARY KEY)",
        "CREATE TABLE rf3.overridden_stale (k int PRIMARY KEY) WITH per_partition_rate_limit ="
            + " {'max_reads_per_second': 1, 'coalesce_reads': 'true', 'over_limit': 'stale',"
            + " 'max_staleness': '10s'}",
        "CREATE TABLE rf3.overridden_text (k text PRIMARY KEY)",
        "CREATE TABLE rf3.overridden_pair (a int, b text, PRIMARY KEY ((a, b)))",
        "CREATE TABLE rf3.overridden_limited (k int PRIMARY KEY) WITH " + RateLimit.reads(0),
        "CREATE TABLE rf3.overridden_after (k int PRIMARY KEY) WITH " + RateLimit.reads(5),
        "CREATE TABLE rf3.overridden_observed (k int PRIMARY KEY) WITH"
            + " per_partition_rate_limit = {'max_reads_per_second': 0, 'mode': 'observe'}");
    this.reader = login("override_reader", "SELECT ON rf3.overridden", "MODIFY ON rf3.overridden");
    this.owner = login("override_owner", "ALTER ON rf3.overridden");
  }

  private CqlSession login(String role, String... grants) {
    superuser.run("CREATE ROLE " + role + " WITH PASSWORD = 'p' AND LOGIN = true");
    Stream.of(grants).forEach(it -> superuser.run("GRANT " + it + " TO " + role));
    return Cql.builder(nodes.node(2)).withAuthCredentials(role, "p").build();
  }

  @BeforeAll
  @DisplayName("The first override creates the keyspace")
  void createKeyspace() {
    superuser.run(SET_READS, 1, 1, "rf3", "overridden", "0");
  }

  @Test
  void statement_traced_saysWhoHasSetTheOverride() {
    SimpleStatement set =
        SimpleStatement.newInstance(SET_READS, 60, 7, "rf3", "overridden", "77").setTracing(true);

    ExecutionInfo execution = superuser.run(set).getExecutionInfo();

    await()
        .untilAsserted(
            () ->
                assertThat(execution.getQueryTrace().getEvents())
                    .extracting(TraceEvent::getActivity)
                    .anySatisfy(
                        activity ->
                            assertThat(activity)
                                .startsWith(
                                    "cassandra has set an override of the partition of"
                                        + " rf3.overridden")
                                .contains(
                                    ": 7 reads and as many as the table's writes per second"
                                        + " until")));
  }

  private static List<Row> overrides(Cql cql, String keyspace, String table) {
    return cql.run(
            "SELECT * FROM goodput.overrides WHERE keyspace_name = ? AND table_name = ?",
            keyspace,
            table)
        .all();
  }

  private boolean isShown(int node, String keyspace, String table, String key) {
    return overrides(nodes.rf3(node), keyspace, table).stream()
        .anyMatch(row -> key.equals(row.getString("partition_key")));
  }

  private void awaitShown(String keyspace, String table, String key, boolean shown) {
    awaitShown(keyspace, table, key, shown, LONG);
  }

  private void awaitShown(
      String keyspace, String table, String key, boolean shown, Duration atMost) {
    await()
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                Stream.of(1, 2, 3).allMatch(node -> isShown(node, keyspace, table, key) == shown));
  }

  private static SimpleStatement read(String table, Object key) {
    return SimpleStatement.newInstance("SELECT k FROM %s WHERE k = ?".formatted(table), key);
  }

  @Test
  void update_onOneNode_isVisibleOnAll() {
    Instant before = Instant.now();

    superuser.run(SET_READS, 600, 7, "rf3", "overridden", "101");

    awaitShown("rf3", "overridden", "101", true);
    for (int node = 1; node <= 3; node++) {
      Row row =
          nodes
              .rf3(node)
              .run("SELECT * FROM goodput.overrides" + WHERE, "rf3", "overridden", "101")
              .one();
      assertThat(row.getInt("max_reads_per_second")).isEqualTo(7);
      assertThat(row.isNull("max_writes_per_second")).isTrue();
      assertThat(row.getString("set_by")).isEqualTo(Cql.SUPERUSER);
      assertThat(row.getInstant("set_at")).isBetween(before.minusMillis(1), Instant.now());
      assertThat(row.getInstant("expires_at")).isEqualTo(row.getInstant("set_at").plusSeconds(600));
    }
  }

  /**
   * A busy machine may delay some updates. Without messages, about one update in 25 would be
   * visible within a second: each of the two other nodes looks by itself every five seconds.
   */
  @Test
  void updates_onOneNode_areMostlyVisibleOnAllWithinASecond() {
    long inTime = IntStream.range(200, 210).filter(this::isShownWithinASecond).count();

    assertThat(inTime).isGreaterThan(5);
  }

  private boolean isShownWithinASecond(int key) {
    superuser.run(SET_READS, 600, 7, "rf3", "overridden", Integer.toString(key));
    try {
      awaitShown("rf3", "overridden", Integer.toString(key), true, SECOND);
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }

  @Test
  @DisplayName("The whole cluster holds the rate, through coordinators that are no replicas")
  void update_ofATableWithoutLimit_holdsThroughCoordinatorsThatAreNoReplicas() {
    int key = nodes.keyOn(1);
    superuser.run(SET_READS, 600, LIMIT, "rf1", "overridden", Integer.toString(key));
    awaitShown("rf1", "overridden", Integer.toString(key), true);

    List<CompletableFuture<Flood>> floods =
        Stream.of(nodes.rf1(2), nodes.rf1(3))
            .map(client -> Flood.startAfterWarmUp(client, read("rf1.overridden", key), PAUSE))
            .toList();
    double accepted =
        floods.stream().map(CompletableFuture::join).mapToDouble(Flood::acceptedPerSecond).sum();

    assertThat(accepted).isCloseTo(LIMIT, within(TOLERANCE * LIMIT));
    assertThat(floods.get(0).join().errors())
        .allMatch(error -> error.contains("rejected by replicas (override until "));
    assertThat(Flood.isAccepted(nodes.rf1(2), read("rf1.overridden", nodes.keyOn(2)))).isTrue();
    assertThat(
            Flood.isAccepted(
                nodes.rf1(2),
                SimpleStatement.newInstance("INSERT INTO rf1.overridden (k) VALUES (?)", key)))
        .as("writes are not limited")
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  @DisplayName("A denied partition is rejected by each coordinator, which asks no replica")
  void update_toZero_deniesAllAtOnce(int coordinator) {
    int key = nodes.keyOn(3);
    superuser.run(DENY, 600, "rf1", "overridden", Integer.toString(key));
    awaitShown("rf1", "overridden", Integer.toString(key), true);
    Cql cql = nodes.rf1(coordinator);

    for (SimpleStatement request :
        List.of(
            read("rf1.overridden", key),
            SimpleStatement.newInstance("INSERT INTO rf1.overridden (k) VALUES (?)", key))) {
      assertThatThrownBy(() -> cql.run(request))
          .isInstanceOf(InvalidConfigurationInQueryException.class)
          .hasMessageMatching(
              "Per-partition rate limit reached for (reads|writes) in table rf1.overridden, rejected"
                  + " by coordinator \\(override until 20.*Z; limit 0 per second(, rate \\d+)?\\)");
    }

    superuser.run(REMOVE, "rf1", "overridden", Integer.toString(key));
    awaitShown("rf1", "overridden", Integer.toString(key), false);
    assertThat(Flood.isAccepted(cql, read("rf1.overridden", key))).isTrue();
  }

  @Test
  void update_pastItsTtl_hasExpiredOnAllNodes() {
    superuser.run(DENY, 6, "rf3", "overridden", "102");
    awaitShown("rf3", "overridden", "102", true);
    assertThat(Flood.isAccepted(nodes.rf3(2), read("rf3.overridden", 102))).isFalse();
    Instant expiresAt =
        overrides(superuser, "rf3", "overridden").stream()
            .filter(row -> "102".equals(row.getString("partition_key")))
            .findFirst()
            .orElseThrow()
            .getInstant("expires_at");

    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                Stream.of(1, 2, 3)
                    .allMatch(n -> Flood.isAccepted(nodes.rf3(n), read("rf3.overridden", 102))));

    assertThat(Instant.now()).isBetween(expiresAt, expiresAt.plus(LONG));
    awaitShown("rf3", "overridden", "102", false);
  }

  @Test
  @DisplayName("The name of a role does not begin a line of the log")
  void update_byARoleWithALineBreakInItsName_logsOneLine() throws IOException {
    String role = "first\nFORGED";
    superuser.run("CREATE ROLE \"" + role + "\" WITH PASSWORD = 'p' AND LOGIN = true");
    superuser.run("GRANT ALTER ON rf3.overridden TO \"" + role + "\"");
    try (CqlSession session = Cql.builder(nodes.node(2)).withAuthCredentials(role, "p").build()) {
      session.execute(SimpleStatement.newInstance(SET_READS, 60, 7, "rf3", "overridden", "103"));
    }

    assertThat(Files.readAllLines(nodes.node(2).log()))
        .anyMatch(line -> line.contains("first FORGED has set an override of the partition of"))
        .noneMatch(line -> line.startsWith("FORGED"));
  }

  @Test
  @DisplayName("An override may allow more than the limit of its table")
  void update_ofATableWithALimit_replacesItForThatPartition() {
    superuser.run(SET_READS, 600, 1_000_000, "rf3", "overridden_limited", "1");

    assertThat(Flood.isAccepted(superuser, read("rf3.overridden_limited", 1))).isTrue();
    assertThat(Flood.isAccepted(superuser, read("rf3.overridden_limited", 2))).isFalse();
  }

  @Test
  @DisplayName("A partition whose limit gives way to an override is listed once")
  void update_afterTheLimitOfTheTable_leavesOneHotPartition() {
    SimpleStatement read = read("rf3.overridden_after", 1);
    Flood.repeat(superuser, read, 100);
    superuser.changeSchema("ALTER TABLE rf3.overridden_after WITH per_partition_rate_limit = {}");
    superuser.run(SET_READS, 600, 1, "rf3", "overridden_after", "1");

    Flood.repeat(superuser, read, 100);

    assertThat(
            superuser.run("SELECT table_name FROM goodput.hot_partitions").all().stream()
                .filter(row -> "overridden_after".equals(row.getString("table_name"))))
        .hasSize(1);
  }

  @Test
  void update_ofATableInObserveMode_warnsThatNothingIsRejected() {
    ResultSet answer = superuser.run(DENY, 600, "rf3", "overridden_observed", "1");

    assertThat(answer.getExecutionInfo().getWarnings())
        .containsExactly(
            "Limits of rf3.overridden_observed are in observe mode: its overrides count and reject"
                + " nothing");
    assertThat(Flood.isAccepted(superuser, read("rf3.overridden_observed", 1))).isTrue();
    assertThat(
            superuser
                .run(
                    "SELECT enforced FROM goodput.overrides WHERE keyspace_name = 'rf3'"
                        + " AND table_name = 'overridden_observed'")
                .one()
                .getBoolean(0))
        .isFalse();
  }

  @Test
  @DisplayName("Who changes a table to observe mode learns that its overrides reject nothing")
  void alter_toObserveMode_warnsOfTheOverridesThatItDisarms() {
    superuser.run("CREATE TABLE rf3.disarmed (k int PRIMARY KEY)");
    superuser.run(DENY, 600, "rf3", "disarmed", "1");

    ResultSet answer =
        superuser.run(
            "ALTER TABLE rf3.disarmed WITH per_partition_rate_limit ="
                + " {'max_reads_per_second': 10, 'mode': 'observe'}");

    assertThat(answer.getExecutionInfo().getWarnings())
        .containsExactly(
            "Limits of rf3.disarmed are in observe mode now: its overrides (1) count and reject"
                + " nothing");
  }

  @Test
  void prepared_isTheSameAsText() {
    PreparedStatement set = superuser.prepare(SET_READS);
    PreparedStatement remove = superuser.prepare(REMOVE);

    superuser.run(set.bind(600, 0, "rf3", "overridden_text", "'it''s'"));
    assertThat(Flood.isAccepted(superuser, read("rf3.overridden_text", "it's"))).isFalse();

    superuser.run(remove.bind("rf3", "overridden_text", "'it''s'"));
    assertThat(Flood.isAccepted(superuser, read("rf3.overridden_text", "it's"))).isTrue();
  }

  @Test
  void insert_isTheSameAsUpdate() {
    superuser.run(
        "INSERT INTO goodput.overrides"
            + " (keyspace_name, table_name, partition_key, max_reads_per_second)"
            + " VALUES ('rf3', 'overridden', '103', 0) USING TTL 600");

    assertThat(Flood.isAccepted(superuser, read("rf3.overridden", 103))).isFalse();
  }

  @Test
  @DisplayName("A key of two columns is written as hot_partitions shows it")
  void update_keyOfSeveralColumns_limitsThatPartition() {
    SimpleStatement request =
        SimpleStatement.newInstance("SELECT a FROM rf3.overridden_pair WHERE a = 1 AND b = 'x, y'");
    superuser.run(SET_READS, 600, 1, "rf3", "overridden_pair", "(1,'x, y')");
    Flood.repeat(superuser, request, 100);

    String shown =
        superuser.run("SELECT table_name, partition_key FROM goodput.hot_partitions").all().stream()
            .filter(row -> "overridden_pair".equals(row.getString(0)))
            .map(row -> row.getString(1))
            .findFirst()
            .orElseThrow();
    assertThat(shown).isEqualTo("(1, 'x, y')");
    assertThat(isShown(1, "rf3", "overridden_pair", shown)).isTrue();

    superuser.run(REMOVE, "rf3", "overridden_pair", shown);
    assertThat(isShown(1, "rf3", "overridden_pair", shown)).isFalse();
  }

  @Test
  @DisplayName("CQL has no literal for an empty number, which hot_partitions shows as null")
  void update_keyWithAnEmptyNumber_limitsThatPartition() {
    superuser.run(SET_READS, 600, 1, "rf3", "overridden_pair", "(null, 'x')");
    assertThat(isShown(1, "rf3", "overridden_pair", "(null, 'x')")).isTrue();

    superuser.run(REMOVE, "rf3", "overridden_pair", "(null, 'x')");
    assertThat(isShown(1, "rf3", "overridden_pair", "(null, 'x')")).isFalse();
  }

  @Test
  @DisplayName("Who may write to a table but not alter it may not change its overrides")
  void statements_withoutAlter_areUnauthorized() {
    superuser.run(SET_READS, 600, 9, "rf3", "overridden", "104");
    awaitShown("rf3", "overridden", "104", true);

    for (SimpleStatement statement :
        List.of(
            SimpleStatement.newInstance(DENY, 600, "rf3", "overridden", "104"),
            SimpleStatement.newInstance(REMOVE, "rf3", "overridden", "104"),
            SimpleStatement.newInstance(DENY, 600, "rf3", "no_table", "104"))) {
      assertThatThrownBy(() -> reader.execute(statement))
          .isInstanceOf(UnauthorizedException.class)
          .hasMessageStartingWith("User override_reader has no ALTER permission on <table rf3.");
    }
    assertThatThrownBy(
            () -> reader.execute(reader.prepare(DENY).bind(600, "rf3", "overridden", "104")))
        .isInstanceOf(UnauthorizedException.class);
    assertThat(isShown(2, "rf3", "overridden", "104")).isTrue();
  }

  @Test
  @DisplayName("Who may alter a table but not read it may change its overrides but not see them")
  void statements_withAlter_areAllowed() {
    owner.execute(SimpleStatement.newInstance(SET_READS, 600, 3, "rf3", "overridden", "105"));

    Row row =
        nodes
            .rf3(2)
            .run("SELECT * FROM goodput.overrides" + WHERE, "rf3", "overridden", "105")
            .one();
    assertThat(row.getString("set_by")).isEqualTo("override_owner");
    superuser.run("GRANT SELECT ON goodput.overrides TO override_owner");
    assertThat(owner.execute("SELECT * FROM goodput.overrides").all()).isEmpty();
  }

  @Test
  @DisplayName("A role that has set a quarter of all overrides sets no more until one has gone")
  void update_byARoleThatHasSetAQuarterOfAll_isRefused() {
    UUID droppedTable = UUID.randomUUID();
    PreparedStatement store =
        superuser.prepare(
            "INSERT INTO goodput_overrides.overrides (scope, table_id, partition_key, override)"
                + " VALUES ('cluster', ?, ?, {'max_reads_per_second': '3', 'set_by': 'hoarder',"
                + " 'expires_at': '2100-01-01T00:00:00Z', 'set_at': '2026-01-01T00:00:00Z'})"
                + " USING TTL 600");
    for (int key = 0; key < 1024; key++) {
      superuser.run(store.bind(droppedTable, ByteBuffer.allocate(4).putInt(0, key)));
    }

    try (CqlSession hoarder = login("hoarder", "ALTER ON rf3.overridden")) {
      SimpleStatement set =
          SimpleStatement.newInstance(SET_READS, 600, 3, "rf3", "overridden", "106");
      assertThatThrownBy(() -> hoarder.execute(set))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessage(
              "You have set 1024 overrides, and there can be no more: wait until one goes, which takes"
                  + " until the end of its TTL, and 10 minutes at least, also if you remove it");
      superuser.run(
          "DELETE FROM goodput_overrides.overrides WHERE scope = 'cluster' AND table_id = ?",
          droppedTable);

      assertThatCode(() -> hoarder.execute(set)).doesNotThrowAnyException();
    }
  }

  @Test
  void read_ofATableThatAnswersStale_isRejectedByTheOverride() {
    superuser.run("SELECT k FROM rf3.overridden_stale WHERE k = 1");

    superuser.run(SET_READS, 600, 0, "rf3", "overridden_stale", "1");
    awaitShown("rf3", "overridden_stale", "1", true);

    for (int node = 1; node <= 3; node++) {
      Cql client = nodes.rf3(node);
      assertThatThrownBy(() -> client.run("SELECT k FROM rf3.overridden_stale WHERE k = 1"))
          .hasMessageContaining("override until");
    }
  }

  @Test
  void select_whileRowsAreInvalid_showsTheOthers() {
    String table =
        superuser
            .run(
                "SELECT id FROM system_schema.tables WHERE keyspace_name = 'rf3' AND table_name = 'overridden'")
            .one()
            .getUuid("id")
            .toString();
    superuser.run(SET_READS, 600, 3, "rf3", "overridden", "302");
    for (String row :
        List.of(
            "0x010203, {'max_reads_per_second': '3'",
            "0x0000012f, {'max_reads_per_second': '4294967295'")) {
      superuser.run(
          "INSERT INTO goodput_overrides.overrides (scope, table_id, partition_key, override) VALUES ('cluster', "
              + table
              + ", "
              + row
              + ", 'expires_at': '2100-01-01T00:00:00Z', 'set_at': '2026-01-01T00:00:00Z', 'set_by': 'x'}) USING TTL 60");
    }
    superuser.run(SET_READS, 600, 3, "rf3", "overridden", "304");
    awaitShown("rf3", "overridden", "304", true);

    assertThat(overrides(nodes.rf3(1), "rf3", "overridden"))
        .extracting(shown -> shown.getString("partition_key"))
        .contains("302", "304")
        .doesNotContain("303");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "rf3 | no_table | 1 | Table rf3.no_table does not exist",
        "rf3 | overridden | 'a' | 'a' is not a key of rf3.overridden (Invalid STRING constant (a)"
            + " for \"k\" of type int). Its partition key is k int: write it as in CQL, such as 1",
        "goodput | limits | 'a' | goodput.limits is a view or a virtual table, so its partitions"
            + " cannot have overrides",
      })
  void update_invalid_isOneSentence(String keyspace, String table, String key, String message) {
    assertThatThrownBy(() -> superuser.run(SET_READS, 600, 1, keyspace, table, key))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(message);
  }

  @Test
  void update_withoutTtl_isOneSentence() {
    assertThatThrownBy(
            () ->
                superuser.run(
                    "UPDATE goodput.overrides SET max_reads_per_second = 1" + WHERE,
                    "rf3",
                    "overridden",
                    "1"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage("An override needs an expiry: add USING TTL with 1 to 86400 seconds");
  }
}
