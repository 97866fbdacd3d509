package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("A coordinator that is no replica decides alone on")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DecidedByTheCoordinatorThreeNodesIT {

  private final Cql other;
  private final int key;
  private final int keyElsewhere;

  DecidedByTheCoordinatorThreeNodesIT(ThreeNodes nodes) {
    this.other = nodes.once(1);
    this.key = nodes.keyOn(2);
    this.keyElsewhere = nodes.keyOn(3);
  }

  @BeforeAll
  void tables() {
    String none = " WITH per_partition_rate_limit = {'max_writes_per_second': 0}";
    String ample = " WITH per_partition_rate_limit = {'max_writes_per_second': 1000}";
    String unreadable = " WITH per_partition_rate_limit = {'max_reads_per_second': 0}";
    other.change(
        "CREATE TABLE once.conditional (k int PRIMARY KEY, v int)" + none,
        "CREATE TABLE once.counters (k int PRIMARY KEY, v counter)" + none,
        "CREATE TABLE once.batched (k int PRIMARY KEY, v int)" + none,
        "CREATE TABLE once.roomy (k int PRIMARY KEY, v int)" + ample,
        "CREATE TABLE once.unlimited (k int PRIMARY KEY, v int)",
        "CREATE TABLE once.unreadable (k int PRIMARY KEY, v int)" + unreadable);
  }

  @Test
  void aLightweightTransaction() {
    other.assertRefused(
        "writes",
        "conditional",
        () -> other.run("INSERT INTO once.conditional (k, v) VALUES (?, 1) IF NOT EXISTS", key));
    assertThat(other.run("SELECT * FROM once.conditional").all()).isEmpty();
  }

  @Test
  void aCounterUpdate() {
    other.assertRefused(
        "writes",
        "counters",
        () -> other.run("UPDATE once.counters SET v = v + 1 WHERE k = ?", key));
    assertThat(other.run("SELECT * FROM once.counters").all()).isEmpty();
  }

  @Test
  void aReadOfSeveralPartitions() {
    other.assertRefused(
        "reads",
        "unreadable",
        () -> other.run("SELECT * FROM once.unreadable WHERE k IN (?, ?)", key, keyElsewhere));
  }

  @Test
  void aSerialRead() {
    SimpleStatement serial =
        SimpleStatement.newInstance("SELECT * FROM once.unreadable WHERE k = ?", key)
            .setConsistencyLevel(ConsistencyLevel.SERIAL);

    other.assertRefused("reads", "unreadable", () -> other.run(serial));
  }

  @Test
  void aLoggedBatch_asAWhole() {
    other.assertRefused("writes", "batched", () -> other.run(batch("batched"), key, keyElsewhere));
    assertThat(other.run("SELECT * FROM once.unlimited WHERE k = ?", keyElsewhere).all()).isEmpty();
  }

  @Test
  void aLoggedBatch_thatIsCarriedOutUnderALimitNotReached() {
    other.run(batch("roomy"), key, key);

    assertThat(other.run("SELECT * FROM once.roomy WHERE k = ?", key).all()).hasSize(1);
  }

  private static String batch(String table) {
    return "BEGIN BATCH INSERT INTO once.%s (k, v) VALUES (?, 1);".formatted(table)
        + " INSERT INTO once.unlimited (k, v) VALUES (?, 1); APPLY BATCH";
  }
}
