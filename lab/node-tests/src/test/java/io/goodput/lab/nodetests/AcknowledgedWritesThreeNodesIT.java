package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Writes at ONE near a limit that two replicas decide on")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AcknowledgedWritesThreeNodesIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int BURST = 64;

  private final ThreeNodes nodes;
  private final Cql coordinator;
  private final int key;

  AcknowledgedWritesThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.coordinator = nodes.rf2(1);
    this.key = nodes.keyNotOn(1, "rf2");
  }

  @BeforeAll
  void table() {
    coordinator.run(
        "CREATE TABLE rf2.acknowledged (k int, c int, PRIMARY KEY (k, c)) WITH "
            + RateLimit.writes(50));
    coordinator.awaitSchemaAgreement();
  }

  @Test
  @DisplayName("All acknowledged rows are on both replicas")
  void acknowledgedRows_areOnBothReplicas() {
    Set<Integer> acknowledged = new HashSet<>();
    // Load on one replica lets the two disagree for a moment.
    for (int burst = 0; burst < 30; burst++) {
      write(nodes.rf2(2), -BURST * (burst + 1));
      acknowledged.addAll(write(coordinator, BURST * burst));
    }

    assertThat(acknowledged).isNotEmpty().hasSizeLessThan(30 * BURST);
    for (int replica : new int[] {2, 3}) {
      await()
          .atMost(TIMEOUT)
          .untilAsserted(() -> assertThat(rowsOn(replica)).containsAll(acknowledged));
    }
  }

  /** Writes many rows at once, and returns those that were acknowledged. */
  private Set<Integer> write(Cql cql, int firstRow) {
    Map<Integer, CompletableFuture<AsyncResultSet>> writes = new HashMap<>();
    for (int row = firstRow; row < firstRow + BURST; row++) {
      String insert = "INSERT INTO rf2.acknowledged (k, c) VALUES (?, ?)";
      writes.put(
          row,
          cql.session()
              .executeAsync(SimpleStatement.newInstance(insert, key, row).setConsistencyLevel(ONE))
              .toCompletableFuture());
    }
    Set<Integer> acknowledged = new HashSet<>();
    writes.forEach(
        (row, write) -> {
          Throwable error = write.handle((rows, failure) -> failure).join();
          if (error == null) {
            acknowledged.add(row);
          } else {
            assertThat(error).isInstanceOf(InvalidConfigurationInQueryException.class);
          }
        });
    return acknowledged;
  }

  /** A replica answers reads at ONE itself. */
  private Set<Integer> rowsOn(int replica) {
    SimpleStatement read =
        SimpleStatement.newInstance("SELECT c FROM rf2.acknowledged WHERE k = ?", key)
            .setConsistencyLevel(ONE);
    Set<Integer> rows = new HashSet<>();
    nodes.rf2(replica).run(read).forEach(row -> rows.add(row.getInt("c")));
    return rows;
  }
}
