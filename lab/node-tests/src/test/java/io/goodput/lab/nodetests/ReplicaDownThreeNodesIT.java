package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("A replica that is down and then restarts")
@Tag("slow")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicaDownThreeNodesIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int ROWS = 30;
  private static final int LIMIT = 20;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final ThreeNodes nodes;
  private final Cql first;
  private final Cql third;
  private final int keyOnThird;
  private int keyNotOnFirst;
  private long rejectedWhileDown;
  private long hintsForRejected;
  private Throwable errorWhileDown;
  private boolean firstRequestAccepted;
  private List<Flood> floodsWhileDown;

  ReplicaDownThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.first = nodes.rf3(1);
    this.third = nodes.rf3(3);
    this.keyOnThird = nodes.keyOn(3);
  }

  @BeforeAll
  void sendRequestsBeforeAndAfterRestart() throws Exception {
    for (String table : List.of("rf3.hinted", "rf3.repaired", "rf3.streamed", "rf1.unavailable")) {
      first.run("CREATE TABLE %s (k int, c int, PRIMARY KEY (k, c))".formatted(table));
    }
    limitWrites("rf1.unavailable", 1000);
    first.run("CREATE TABLE rf2.closed (k int PRIMARY KEY)");
    limitWrites("rf2.closed", 0);
    first.run("CREATE TABLE rf2.flooded_while_down (k int PRIMARY KEY)");
    limitWrites("rf2.flooded_while_down", LIMIT);
    first.run("CREATE TABLE rf3.kept (k int PRIMARY KEY)");
    limitWrites("rf3.kept", 0);
    first.run("CREATE TABLE rf3.changed (k int PRIMARY KEY)");
    limitWrites("rf3.changed", 1000);
    first.awaitSchemaAgreement();
    keyNotOnFirst = nodes.keyNotOn(1, "rf2");
    nodes.node(3).stop();
    try {
      sendRequestsWhileThirdNodeIsDown();
    } finally {
      nodes.cluster().start(nodes.node(3));
    }
    firstRequestAccepted =
        await()
            .atMost(TIMEOUT)
            .ignoreException(AllNodesFailedException.class)
            .until(() -> Flood.isAccepted(third, write("rf3.kept")), accepted -> true);
    await()
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(third.limits("changed")).containsEntry("writes", 0));
  }

  private void sendRequestsWhileThirdNodeIsDown() throws Exception {
    writeRows("hinted");
    long hints = Hints.stored(nodes.node(1));
    rejectedWhileDown = Flood.run(first, writeToOtherNodes(), Duration.ZERO).rejected();
    hintsForRejected = Hints.stored(nodes.node(1)) - hints;
    floodsWhileDown = floodsOfPartitionOnThird();
    setHintedHandoff(false);
    writeRows("repaired");
    writeRows("streamed");
    setHintedHandoff(true);
    errorWhileDown =
        catchThrowable(() -> first.run(read("rf1.unavailable", keyOnThird, ConsistencyLevel.ONE)));
    limitWrites("rf3.hinted", 0);
    limitWrites("rf3.repaired", 0);
    limitWrites("rf3.streamed", 0);
    limitWrites("rf3.changed", 0);
  }

  /** Plain writes of a partition with a replica on the second node and on the third. */
  private List<Flood> floodsOfPartitionOnThird() {
    SimpleStatement write =
        SimpleStatement.newInstance(
            "INSERT INTO rf2.flooded_while_down (k) VALUES (?)", keyNotOnFirst);
    return Stream.of(first, nodes.rf3(2), first, nodes.rf3(2))
        .map(client -> Flood.startAfterWarmUp(client, write, PAUSE))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }

  private void writeRows(String table) {
    for (int c = 0; c < ROWS; c++) {
      first.run(
          SimpleStatement.newInstance("INSERT INTO rf3.%s (k, c) VALUES (1, ?)".formatted(table), c)
              .setConsistencyLevel(QUORUM));
    }
  }

  private static SimpleStatement write(String table) {
    return SimpleStatement.newInstance("INSERT INTO %s (k) VALUES (1)".formatted(table));
  }

  private SimpleStatement writeToOtherNodes() {
    return SimpleStatement.newInstance("INSERT INTO rf2.closed (k) VALUES (?)", keyNotOnFirst);
  }

  private void limitWrites(String table, int writes) {
    first.run("ALTER TABLE %s WITH ".formatted(table) + RateLimit.of(1000, writes));
  }

  private void setHintedHandoff(boolean enabled) throws Exception {
    Jmx.set(
        nodes.node(1),
        "org.apache.cassandra.db:type=StorageProxy",
        "HintedHandoffEnabled",
        enabled);
  }

  @Test
  void read_onlyReplicaDown_isUnavailable() {
    assertThat(errorWhileDown)
        .isInstanceOf(AllNodesFailedException.class)
        .hasMessageContaining("UnavailableException");
  }

  @Test
  void limit_afterRestart_rejectsFirstRequest() {
    assertThat(firstRequestAccepted).isFalse();
    assertThat(third.limits("kept")).containsEntry("writes", 0);
  }

  @Test
  void limit_changedWhileDown_isEnforced() {
    third.assertRejected("writes", "changed", () -> third.run(write("rf3.changed")));
  }

  @Test
  void write_rejectedWhileDown_storesNoHint() {
    assertThat(rejectedWhileDown).isEqualTo(1);
    assertThat(hintsForRejected).isZero();
  }

  @Test
  @DisplayName("Nodes share the limit of a partition while one of its replicas is down")
  void writes_whileDown_areAcceptedAtLimit() {
    assertThat(floodsWhileDown.stream().mapToDouble(Flood::acceptedPerSecond).sum())
        .isCloseTo(LIMIT, within(0.2 * LIMIT));
    assertThat(floodsWhileDown.stream().mapToLong(Flood::rejected).sum()).isPositive();
  }

  @Test
  void hints_limitOfZero_areAppliedUncounted() {
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () ->
                assertThat(first.run("SELECT * FROM system_views.pending_hints").all()).isEmpty());

    assertAllReplicasHaveAllRows("hinted");
    assertThat(third.totals("hinted", "writes")).isEqualTo(new Cql.Totals(0, 0));
  }

  @Test
  void repair_limitOfZero_streamsUncounted() throws Exception {
    Jmx.invoke(
        nodes.node(3),
        Jmx.STORAGE_SERVICE,
        "repairAsync",
        new Object[] {"rf3", Map.of("columnFamilies", "streamed", "incremental", "false")},
        new String[] {"java.lang.String", "java.util.Map"});
    await().atMost(TIMEOUT).until(() -> isRepaired("streamed"));

    assertAllReplicasHaveAllRows("streamed");
    assertThat(third.totals("streamed", "writes")).isEqualTo(new Cql.Totals(0, 0));
    assertThat(third.counter("unstamped", "streamed", "writes")).isZero();
  }

  private boolean isRepaired(String table) {
    return third
        .run("SELECT columnfamily_names, finished_at FROM system_distributed.parent_repair_history")
        .all()
        .stream()
        .filter(row -> row.getSet("columnfamily_names", String.class).contains(table))
        .anyMatch(row -> row.getInstant("finished_at") != null);
  }

  /** Reads from all replicas; the read must not need a read repair. */
  private void assertAllReplicasHaveAllRows(String table) {
    long unstamped = first.counter("unstamped", table, "reads");
    assertThat(first.run(read("rf3." + table, 1, ALL)).all()).hasSize(ROWS);
    assertThat(first.counter("unstamped", table, "reads")).isEqualTo(unstamped);
  }

  @Test
  void readRepair_limitOfZero_countsOnlyTheRead() {
    assertThat(first.run(read("rf3.repaired", 1, ALL)).all()).hasSize(ROWS);

    assertThat(first.totals("repaired", "reads")).isEqualTo(new Cql.Totals(1, 0));
    assertThat(first.totals("repaired", "writes")).isEqualTo(new Cql.Totals(0, 0));
  }

  private static SimpleStatement read(String table, int key, ConsistencyLevel level) {
    return SimpleStatement.newInstance("SELECT c FROM %s WHERE k = ?".formatted(table), key)
        .setConsistencyLevel(level);
  }
}
