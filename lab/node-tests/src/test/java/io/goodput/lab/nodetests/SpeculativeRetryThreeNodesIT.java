package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A read at ONE that speculative retry sends to two replicas")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpeculativeRetryThreeNodesIT {

  private static final Duration DURATION = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final ThreeNodes nodes;
  private final Cql coordinator;
  private final int key;

  SpeculativeRetryThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.coordinator = nodes.rf2(1);
    this.key = nodes.keyNotOn(1, "rf2");
  }

  @BeforeAll
  void tables() {
    table("eager", 100_000);
    table("eager_limited", 20);
    table("eager_zero", 0);
    coordinator.awaitSchemaAgreement();
    coordinator.run("INSERT INTO rf2.eager (k) VALUES (?)", key);
  }

  private void table(String name, int limit) {
    coordinator.run(
        "CREATE TABLE rf2.%s (k int PRIMARY KEY) WITH speculative_retry = 'ALWAYS'".formatted(name)
            + " AND "
            + RateLimit.reads(limit));
  }

  @Test
  void read_underLimit_isServed() {
    assertThat(coordinator.run(read("eager")).all()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void read_underLimit_isCountedOnceByEachReplica(int replica) {
    nodes
        .rf2(replica)
        .assertCountedOnce("eager", () -> Flood.run(coordinator, read("eager"), DURATION, PAUSE));
  }

  @Test
  void read_limitOfZero_isRejectedByReplicas() {
    coordinator.assertRejectedByReplicas(
        "reads", "eager_zero", () -> coordinator.run(read("eager_zero")));
  }

  @Test
  void reads_overLimit_failOnlyWithRejections() {
    Flood flood = Flood.run(coordinator, read("eager_limited"), DURATION);

    assertThat(flood.errors())
        .containsExactly(coordinator.rejectionMessage("replicas", "reads", "eager_limited"));
  }

  private SimpleStatement read(String table) {
    return SimpleStatement.newInstance("SELECT k FROM rf2.%s WHERE k = ?".formatted(table), key)
        .setConsistencyLevel(ONE);
  }
}
