package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Requests that the coordinator decides even if it is not a replica")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CoordinatorRejectionThreeNodesIT {

  private final Cql coordinator;
  private final int key;
  private final int otherKey;

  CoordinatorRejectionThreeNodesIT(ThreeNodes nodes) {
    this.coordinator = nodes.rf1(1);
    this.key = nodes.keyOn(2);
    this.otherKey = nodes.keyOn(3);
  }

  @BeforeAll
  void tables() {
    String none = " WITH " + RateLimit.writes(0);
    String ample = " WITH " + RateLimit.writes(1000);
    String unreadable = " WITH " + RateLimit.reads(0);
    coordinator.changeSchema(
        "CREATE TABLE rf1.conditional (k int PRIMARY KEY, v int)" + none,
        "CREATE TABLE rf1.counters (k int PRIMARY KEY, v counter)" + none,
        "CREATE TABLE rf1.batched (k int PRIMARY KEY, v int)" + none,
        "CREATE TABLE rf1.roomy (k int PRIMARY KEY, v int)" + ample,
        "CREATE TABLE rf1.unlimited (k int PRIMARY KEY, v int)",
        "CREATE TABLE rf1.unreadable (k int PRIMARY KEY, v int)" + unreadable,
        "CREATE TABLE rf1.indexed (k int PRIMARY KEY, a int, b int, c int)" + unreadable,
        "CREATE INDEX ON rf1.indexed (a) USING 'sai'",
        "CREATE INDEX ON rf1.indexed (b) USING 'sai'",
        "CREATE INDEX ON rf1.indexed (c)",
        "CREATE TABLE rf1.nearest (k int, c int, v vector<float, 2>, PRIMARY KEY (k, c))"
            + unreadable,
        "CREATE INDEX ON rf1.nearest (v) USING 'sai'");
  }

  @Test
  void lightweightTransaction_limitOfZero_isRejectedByCoordinator() {
    coordinator.assertRejected(
        "writes",
        "conditional",
        () ->
            coordinator.run("INSERT INTO rf1.conditional (k, v) VALUES (?, 1) IF NOT EXISTS", key));
    assertThat(coordinator.run("SELECT * FROM rf1.conditional").all()).isEmpty();
  }

  @Test
  void counterUpdate_limitOfZero_isRejectedByCoordinator() {
    coordinator.assertRejected(
        "writes",
        "counters",
        () -> coordinator.run("UPDATE rf1.counters SET v = v + 1 WHERE k = ?", key));
    assertThat(coordinator.run("SELECT * FROM rf1.counters").all()).isEmpty();
  }

  @Test
  void readOfSeveralPartitions_limitOfZero_isRejectedByCoordinator() {
    coordinator.assertRejected(
        "reads",
        "unreadable",
        () -> coordinator.run("SELECT * FROM rf1.unreadable WHERE k IN (?, ?)", key, otherKey));
  }

  @DisplayName("A range of one token is a partition, in a simple statement and in a prepared one")
  @ParameterizedTest
  @ValueSource(strings = {"token(k) >= token(?) AND token(k) <= token(?)", "token(k) = token(?)"})
  void readOfOneToken_limitOfZero_isRejectedByCoordinator(String range) {
    String query = "SELECT * FROM rf1.unreadable WHERE " + range;
    Object[] keys = new Object[(int) range.chars().filter(c -> c == '?').count()];
    Arrays.fill(keys, key);

    coordinator.assertRejected("reads", "unreadable", () -> coordinator.run(query, keys));
    coordinator.assertRejected(
        "reads", "unreadable", () -> coordinator.run(coordinator.prepare(query).bind(keys)));
  }

  @DisplayName("A read by an index that names the partition key is a read of that partition")
  @ParameterizedTest
  @ValueSource(
      strings = {"k = ? AND a = 1", "k = ? AND c = 1", "k = ? AND a = 1 AND b = 1 ALLOW FILTERING"})
  void indexedReadOfPartition_limitOfZero_isRejectedByCoordinator(String condition) {
    for (ConsistencyLevel level : List.of(ConsistencyLevel.ONE, ConsistencyLevel.QUORUM)) {
      SimpleStatement read =
          SimpleStatement.newInstance("SELECT * FROM rf1.indexed WHERE " + condition, key)
              .setConsistencyLevel(level);

      coordinator.assertRejected("reads", "indexed", () -> coordinator.run(read));
      coordinator.assertRejected(
          "reads", "indexed", () -> coordinator.run(coordinator.session().prepare(read).bind(key)));
    }
  }

  @Test
  @DisplayName("A search for the nearest vectors of a partition is a read of that partition")
  void vectorSearchOfPartition_limitOfZero_isRejectedByCoordinator() {
    SimpleStatement search =
        SimpleStatement.newInstance(
            "SELECT c FROM rf1.nearest WHERE k = ? ORDER BY v ANN OF [1, 2] LIMIT 1", key);

    coordinator.assertRejected("reads", "nearest", () -> coordinator.run(search));
  }

  @Test
  void serialRead_limitOfZero_isRejectedByCoordinator() {
    SimpleStatement serial =
        SimpleStatement.newInstance("SELECT * FROM rf1.unreadable WHERE k = ?", key)
            .setConsistencyLevel(ConsistencyLevel.SERIAL);

    coordinator.assertRejected("reads", "unreadable", () -> coordinator.run(serial));
  }

  @Test
  void loggedBatch_limitOfZero_isRejectedAsAWhole() {
    coordinator.assertRejected(
        "writes", "batched", () -> coordinator.run(batch("batched"), key, otherKey));
    assertThat(coordinator.run("SELECT * FROM rf1.unlimited WHERE k = ?", otherKey).all())
        .isEmpty();
  }

  @Test
  void loggedBatch_underLimit_isApplied() {
    coordinator.run(batch("roomy"), key, key);

    assertThat(coordinator.run("SELECT * FROM rf1.roomy WHERE k = ?", key).all()).hasSize(1);
  }

  private static String batch(String table) {
    return "BEGIN BATCH INSERT INTO rf1.%s (k, v) VALUES (?, 1);".formatted(table)
        + " INSERT INTO rf1.unlimited (k, v) VALUES (?, 1); APPLY BATCH";
  }
}
