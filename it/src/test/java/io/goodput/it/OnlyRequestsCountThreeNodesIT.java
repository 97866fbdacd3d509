package io.goodput.it;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("After the third node was away,")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OnlyRequestsCountThreeNodesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROWS = 30;

  private final ThreeNodes nodes;
  private final Cql first;
  private final Cql third;
  private final int keyAway;
  private int keyElsewhere;
  private long refusedWithAReplicaDown;
  private long hintsOfRefused;
  private Throwable errorWithoutReplica;
  private boolean firstRequestAccepted;

  OnlyRequestsCountThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.first = nodes.everywhere(1);
    this.third = nodes.everywhere(3);
    this.keyAway = nodes.keyOn(3);
  }

  @BeforeAll
  void writtenWhileTheThirdIsAway() throws Exception {
    for (String table :
        List.of("everywhere.hinted", "everywhere.repaired", "everywhere.streamed", "once.away")) {
      first.run("CREATE TABLE %s (k int, c int, PRIMARY KEY (k, c))".formatted(table));
    }
    limit("once.away", 1000);
    first.run("CREATE TABLE twice.refusing (k int PRIMARY KEY)");
    limit("twice.refusing", 0);
    first.run("CREATE TABLE everywhere.kept (k int PRIMARY KEY)");
    limit("everywhere.kept", 0);
    first.run("CREATE TABLE everywhere.changed (k int PRIMARY KEY)");
    limit("everywhere.changed", 1000);
    first.awaitOneSchema();
    keyElsewhere = nodes.keyNotOn(1, "twice");
    nodes.node(3).stop();
    try {
      askWhileTheThirdIsAway();
    } finally {
      nodes.cluster().start(nodes.node(3));
    }
    firstRequestAccepted =
        await()
            .atMost(PATIENCE)
            .ignoreException(AllNodesFailedException.class)
            .until(() -> Flood.once(third, write("everywhere.kept")), answered -> true);
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(third.limits("changed")).containsEntry("writes", 0));
  }

  private void askWhileTheThirdIsAway() throws Exception {
    writeRows("hinted");
    long hints = Jmx.hintsStored(nodes.node(1));
    refusedWithAReplicaDown = Flood.of(first, writeElsewhere(), Duration.ZERO).refused();
    hintsOfRefused = Jmx.hintsStored(nodes.node(1)) - hints;
    hintedHandoff(false);
    writeRows("repaired");
    writeRows("streamed");
    hintedHandoff(true);
    errorWithoutReplica =
        catchThrowable(() -> first.run(read("once.away", keyAway, ConsistencyLevel.ONE)));
    limit("everywhere.hinted", 0);
    limit("everywhere.repaired", 0);
    limit("everywhere.streamed", 0);
    limit("everywhere.changed", 0);
  }

  private void writeRows(String table) {
    for (int c = 0; c < ROWS; c++) {
      first.run(
          SimpleStatement.newInstance(
                  "INSERT INTO everywhere.%s (k, c) VALUES (1, ?)".formatted(table), c)
              .setConsistencyLevel(QUORUM));
    }
  }

  private static SimpleStatement write(String table) {
    return SimpleStatement.newInstance("INSERT INTO %s (k) VALUES (1)".formatted(table));
  }

  private SimpleStatement writeElsewhere() {
    return SimpleStatement.newInstance("INSERT INTO twice.refusing (k) VALUES (?)", keyElsewhere);
  }

  private void limit(String table, int writes) {
    first.run(
        "ALTER TABLE %s WITH per_partition_rate_limit =".formatted(table)
            + " {'max_reads_per_second': 1000, 'max_writes_per_second': %d}".formatted(writes));
  }

  private void hintedHandoff(boolean enabled) throws Exception {
    Jmx.set(
        nodes.node(1),
        "org.apache.cassandra.db:type=StorageProxy",
        "HintedHandoffEnabled",
        enabled);
  }

  @Test
  void readsOfItsPartitionsWereUnavailable_asEver() {
    assertThat(errorWithoutReplica)
        .isInstanceOf(AllNodesFailedException.class)
        .hasMessageContaining("UnavailableException");
  }

  @Test
  void itEnforcesTheLimitsThatItHad_fromItsFirstRequest() {
    assertThat(firstRequestAccepted).isFalse();
    assertThat(third.limits("kept")).containsEntry("writes", 0);
  }

  @Test
  void itEnforcesALimitThatWasChangedMeanwhile() {
    third.assertRefused("writes", "changed", () -> third.run(write("everywhere.changed")));
  }

  @Test
  void noHintWasStoredForAWriteThatWasRefused() {
    assertThat(refusedWithAReplicaDown).isEqualTo(1);
    assertThat(hintsOfRefused).isZero();
  }

  @Test
  void hintsReachATableThatMayNotBeWritten() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(first.run("SELECT * FROM system_views.pending_hints").all()).isEmpty());

    assertThatAllHaveAllRows("hinted");
    assertThat(third.totals("hinted", "writes")).isEqualTo(new Cql.Totals(0, 0));
  }

  @Test
  void repairStreamsToATableThatMayNotBeWritten() throws Exception {
    Jmx.invoke(
        nodes.node(3),
        "org.apache.cassandra.db:type=StorageService",
        "repairAsync",
        new Object[] {"everywhere", Map.of("columnFamilies", "streamed", "incremental", "false")},
        new String[] {"java.lang.String", "java.util.Map"});
    await().atMost(PATIENCE).until(() -> isRepaired("streamed"));

    assertThatAllHaveAllRows("streamed");
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

  /** By a read of all that has to repair nothing. */
  private void assertThatAllHaveAllRows(String table) {
    long unstamped = first.counter("unstamped", table, "reads");
    assertThat(first.run(read("everywhere." + table, 1, ALL)).all()).hasSize(ROWS);
    assertThat(first.counter("unstamped", table, "reads")).isEqualTo(unstamped);
  }

  @Test
  void readRepairReachesATableThatMayNotBeWritten_andOnlyTheReadIsCounted() {
    assertThat(first.run(read("everywhere.repaired", 1, ALL)).all()).hasSize(ROWS);

    assertThat(first.totals("repaired", "reads")).isEqualTo(new Cql.Totals(1, 0));
    assertThat(first.totals("repaired", "writes")).isEqualTo(new Cql.Totals(0, 0));
  }

  private static SimpleStatement read(String table, int key, ConsistencyLevel level) {
    return SimpleStatement.newInstance("SELECT c FROM %s WHERE k = ?".formatted(table), key)
        .setConsistencyLevel(level);
  }
}
