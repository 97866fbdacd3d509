package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

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
        "CREATE TABLE rf1.unreadable (k int PRIMARY KEY, v int)" + unreadable);
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
