package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("A coordinator with fair shares, through which a flood for one partition goes")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FairSharesThreeNodesIT {

  private static final int COORDINATOR = 1;
  private static final int REPLICA = 2;
  private static final int CLIENTS = 500;
  private static final int ROWS = 2000;
  private static final int OTHERS = 200;
  private static final Duration LONG = Duration.ofMinutes(2);

  private final ThreeNodes nodes;
  private final Cql coordinator;
  private final ClosedLoop flood;

  FairSharesThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.coordinator = nodes.rf1(COORDINATOR);
    this.flood =
        new ClosedLoop(
            coordinator.session(),
            SimpleStatement.newInstance(
                "SELECT count(*) FROM rf1.wide WHERE k = ?", nodes.keyOn(REPLICA)));
  }

  @BeforeAll
  void flood() {
    coordinator.changeSchema("CREATE TABLE rf1.wide (k int, c int, PRIMARY KEY (k, c))");
    for (int c = 0; c < ROWS; c++) {
      coordinator.run("INSERT INTO rf1.wide (k, c) VALUES (?, ?)", nodes.keyOn(REPLICA), c);
    }
    set("on");
    flood.start(CLIENTS);
    await()
        .atMost(LONG)
        .until(() -> coordinator.run("SELECT * FROM goodput.fair_shares").one(), this::isTold);
  }

  @AfterAll
  void end() {
    flood.stop();
    set("off");
  }

  private void set(String mode) {
    IntStream.rangeClosed(1, 3).forEach(node -> nodes.rf1(node).set("fair_shares", mode));
  }

  private boolean isTold(Row row) {
    String replicas = row.getString("overloaded_replicas");
    String replica = nodes.node(REPLICA).contactPoint().getAddress().getHostAddress();
    return replicas != null && replicas.contains(replica);
  }

  @Test
  @DisplayName("learns that a replica is overloaded, and refuses the flood")
  void flood_aboveItsShare_isRefused() {
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(heldBack())
                    .anySatisfy(
                        row -> {
                          assertThat(row.getString("table_name")).isEqualTo("wide");
                          assertThat(row.getString("overloaded")).isEqualTo("replica");
                          assertThat(row.getLong("refused_per_second")).isPositive();
                        }));
  }

  @Test
  @DisplayName(
      "serves the other partitions, of that replica too, but for those that meet the flood")
  void otherPartitions_areServed() {
    long refused = IntStream.range(10_000, 10_000 + OTHERS).filter(this::isRefused).count();

    // Partitions are counted by hash. That 3 of 200 meet the flood in one of 4,096 counters is as
    // rare as 1 in 50,000 runs.
    assertThat(refused).isLessThan(3);
  }

  private boolean isRefused(int key) {
    try {
      coordinator.run("SELECT * FROM rf1.wide WHERE k = ? AND c = 1", key);
      return false;
    } catch (InvalidConfigurationInQueryException e) {
      return true;
    }
  }

  private List<Row> heldBack() {
    return coordinator.run("SELECT * FROM goodput.fair_share_classes").all();
  }
}
