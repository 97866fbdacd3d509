package io.goodput.it;

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

@DisplayName("A read of ONE that a node which is no replica sends to both replicas,")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpeculativeRetryThreeNodesIT {

  private static final Duration LENGTH = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final ThreeNodes nodes;
  private final Cql other;
  private final int key;

  SpeculativeRetryThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.other = nodes.twice(1);
    this.key = nodes.keyNotOn(1, "twice");
  }

  @BeforeAll
  void tables() {
    table("eager", 100_000);
    table("eager_limited", 20);
    table("eager_zero", 0);
    other.awaitOneSchema();
    other.run("INSERT INTO twice.eager (k) VALUES (?)", key);
  }

  private void table(String name, int limit) {
    other.run(
        "CREATE TABLE twice.%s (k int PRIMARY KEY) WITH speculative_retry = 'ALWAYS'"
                .formatted(name)
            + " AND per_partition_rate_limit = {'max_reads_per_second': %d}".formatted(limit));
  }

  @Test
  void underTheLimit_isAnswered() {
    assertThat(other.run(read("eager")).all()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void underTheLimit_isCountedOnceByEach(int replica) {
    Flood flood = Flood.of(other, read("eager"), LENGTH, PAUSE);

    nodes.twice(replica).assertCountedOnce("eager", flood);
  }

  @Test
  void atALimitOfZero_isRefusedByTheReplicas() {
    other.assertRefusedByReplicas("reads", "eager_zero", () -> other.run(read("eager_zero")));
  }

  @Test
  void overTheLimit_hasNoOtherError() {
    Flood flood = Flood.of(other, read("eager_limited"), LENGTH);

    assertThat(flood.errors()).containsExactly(other.refusal("replicas", "reads", "eager_limited"));
  }

  private SimpleStatement read(String table) {
    return SimpleStatement.newInstance("SELECT k FROM twice.%s WHERE k = ?".formatted(table), key)
        .setConsistencyLevel(ONE);
  }
}
