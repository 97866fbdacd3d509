package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A read that filters a table, on nodes that stop what runs for longer than 1 ms")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunawayReadsThreeNodesIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int BATCHES = 400;
  private static final int ROWS_PER_BATCH = 500;
  private static final String SETTING = "runaway_reads";

  private final ThreeNodes nodes;
  private final Cql first;

  RunawayReadsThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.first = nodes.rf1(1);
  }

  @BeforeAll
  void tables() {
    for (int node = 1; node <= 2; node++) {
      first.run(
          "CREATE TABLE rf1.wide%d (k int, c int, v text, PRIMARY KEY (k, c))".formatted(node));
      first.awaitSchemaAgreement();
      PreparedStatement insert =
          first.prepare("INSERT INTO rf1.wide%d (k, c, v) VALUES (?, ?, 'v')".formatted(node));
      int key = nodes.keyOn(node);
      for (int batch = 0; batch < BATCHES; batch++) {
        BatchStatement rows = BatchStatement.newInstance(BatchType.UNLOGGED);
        for (int row = 0; row < ROWS_PER_BATCH; row++) {
          rows = rows.add(insert.bind(key, batch * ROWS_PER_BATCH + row));
        }
        first.run(rows);
      }
    }
  }

  @BeforeEach
  void stop() {
    setAll("on");
  }

  @AfterEach
  void observe() {
    setAll("observe");
  }

  private void setAll(String mode) {
    for (int node = 1; node <= 3; node++) {
      nodes.rf1(node).set(SETTING, mode);
    }
  }

  @ParameterizedTest(name = "of node {0}")
  @ValueSource(ints = {1, 2})
  @DisplayName("is stopped on its replica, then refused until an operator lifts that")
  void read_isStoppedThenRefused(int node) {
    assertThatThrownBy(() -> scan(node))
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessageContaining("Stopped after ")
        .hasMessageContaining("goes through a range of table rf1.wide" + node);

    assertThatThrownBy(() -> scan(node))
        .isInstanceOf(InvalidConfigurationInQueryException.class)
        .hasMessageContaining("Refused: a read of table rf1.wide" + node);
    Row row = row(first, "wide" + node);
    assertThat(row.getLong("stopped")).isOne();
    assertThat(row.getLong("refused")).isOne();
    assertThat(row.getString("statement"))
        .isEqualTo("SELECT * FROM rf1.wide%d WHERE v = ? ALLOW FILTERING".formatted(node));
    assertThat(row.getInstant("refused_until")).isNotNull();

    first.run("DELETE FROM goodput.runaway WHERE id = '%s'".formatted(row.getString("id")));

    assertThatThrownBy(() -> scan(node)).hasMessageContaining("Stopped after ");
  }

  @Test
  @DisplayName("is listed on its replica, with the node that asked for it")
  void part_ofAnotherNode_isListedThere() {
    assertThatThrownBy(() -> scan(2)).hasMessageContaining("Stopped after ");

    assertThat(row(nodes.rf1(2), "wide2").getString("origin"))
        .isEqualTo(nodes.node(1).contactPoint().getAddress().getHostAddress());
  }

  @Test
  @DisplayName("is answered and listed in observe mode")
  void read_inObserveMode_isAnsweredAndListed() {
    setAll("observe");

    assertThat(scan(1)).isEmpty();

    await().atMost(TIMEOUT).until(() -> row(first, "wide1").getLong("would_stop") > 0);
    await().atMost(TIMEOUT).until(() -> !first.events("runaway_reads_began").isEmpty());
  }

  @Test
  @DisplayName("is answered when this is switched off")
  void read_whenSwitchedOff_isAnswered() {
    setAll("off");

    assertThat(scan(1)).isEmpty();
  }

  @Test
  void read_ofOnePartition_isAnswered() {
    assertThat(first.run("SELECT c FROM rf1.wide1 WHERE k = ? LIMIT 10", nodes.keyOn(1)).all())
        .hasSize(10);
  }

  @Test
  void deletion_ofAnUnknownStatement_saysWhereToLook() {
    assertThatThrownBy(() -> first.run("DELETE FROM goodput.runaway WHERE id = 'none'"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(
            "goodput.runaway has no statement 'none' on this node: see SELECT * FROM"
                + " goodput.runaway");
  }

  private List<Row> scan(int node) {
    return first
        .run("SELECT * FROM rf1.wide%d WHERE v = 'other' ALLOW FILTERING".formatted(node))
        .all();
  }

  private static Row row(Cql node, String table) {
    return node.run("SELECT * FROM goodput.runaway").all().stream()
        .filter(row -> table.equals(row.getString("table_name")))
        .findFirst()
        .orElseThrow();
  }
}
