package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.goodput.lab.nodes.Node;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("A replica that hangs")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class ReplicaHungThreeNodesIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String BATCHLOG = "org.apache.cassandra.db:type=BatchlogManager";

  private final ThreeNodes nodes;
  private final Cql coordinator;
  private final Cql third;
  private final int keyOnSecondAndThird;
  private final int keyOnThird;
  private Throwable errorUnderLimit;
  private Throwable errorOverLimit;
  private Throwable batchError;
  private Flood flood;
  private long hints;
  private long timedOut;

  ReplicaHungThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.coordinator = nodes.rf2(1);
    this.third = nodes.rf1(3);
    this.keyOnSecondAndThird = nodes.keyNotOn(1, "rf2");
    this.keyOnThird = nodes.keyOn(3);
  }

  @BeforeAll
  void sendRequestsWhileThirdNodeHangs() throws Exception {
    coordinator.changeSchema(
        "CREATE TABLE rf2.ample (k int PRIMARY KEY) WITH " + RateLimit.writes(1000),
        "CREATE TABLE rf2.zero (k int PRIMARY KEY) WITH " + RateLimit.writes(0),
        "CREATE TABLE rf1.replayed (k int PRIMARY KEY) WITH " + RateLimit.writes(1000));
    Node hung = nodes.node(3);
    long before = Hints.stored(nodes.node(1));
    long timedOutBefore = coordinator.ofNode("timed_out");
    hung.suspend();
    try {
      flood = Flood.run(coordinator, write("zero", ONE), Duration.ofSeconds(1));
      errorOverLimit = catchThrowable(() -> coordinator.run(write("zero", ALL)));
      errorUnderLimit = catchThrowable(() -> coordinator.run(write("ample", QUORUM)));
      batchError = catchThrowable(() -> coordinator.run(batch()));
      coordinator.run("ALTER TABLE rf1.replayed WITH " + RateLimit.writes(0));
      hints = Hints.stored(nodes.node(1)) - before;
      timedOut = coordinator.ofNode("timed_out") - timedOutBefore;
    } finally {
      hung.resume();
    }
    nodes.cluster().awaitReady(progress -> {});
    await()
        .atMost(TIMEOUT)
        .ignoreExceptionsInstanceOf(DriverException.class)
        .until(() -> third.limits("replayed"), Map.of("writes", 0)::equals);
  }

  private SimpleStatement write(String table, ConsistencyLevel level) {
    return SimpleStatement.newInstance(
            "INSERT INTO rf2.%s (k) VALUES (?)".formatted(table), keyOnSecondAndThird)
        .setConsistencyLevel(level);
  }

  /** A batch of two partitions, because Cassandra does not log a batch of one partition. */
  private SimpleStatement batch() {
    return SimpleStatement.newInstance(
        "BEGIN BATCH INSERT INTO rf1.replayed (k) VALUES (?);"
            + " INSERT INTO rf2.ample (k) VALUES (?); APPLY BATCH",
        keyOnThird,
        keyOnSecondAndThird);
  }

  @Test
  void write_needsHungReplica_timesOut() {
    assertThat(errorUnderLimit).isInstanceOf(WriteTimeoutException.class);
  }

  @Test
  void write_rejectedByOtherReplica_isRejected() {
    assertThat(errorOverLimit)
        .hasMessageStartingWith(coordinator.rejectionMessage("replicas", "writes", "zero"));
  }

  @Test
  void writes_flood_failOnlyWithRejections() {
    assertThat(flood.accepted()).isZero();
    assertThat(flood.errors())
        .containsExactly(coordinator.rejectionMessage("replicas", "writes", "zero"));
  }

  @Test
  void timedOut_countsTheWriteAndTheBatch() {
    // Cassandra may count the write at ALL, too, which a replica rejected.
    assertThat(timedOut).isBetween(2L, 3L);
  }

  @Test
  void hints_areStoredOnlyForWritesThatTimedOut() {
    assertThat(flood.rejected()).isGreaterThan(10);
    assertThat(hints).isBetween(1L, 2L);
  }

  @Test
  void batchReplay_limitOfZero_isApplied() {
    // The batch timed out while it was logged, so that only the second node can replay it.
    assertThat(batchError)
        .asInstanceOf(type(WriteTimeoutException.class))
        .returns(DefaultWriteType.BATCH_LOG, WriteTimeoutException::getWriteType);

    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              Jmx.invoke(nodes.node(2), BATCHLOG, "forceBatchlogReplay");
              assertThat(third.run("SELECT k FROM rf1.replayed").all()).hasSize(1);
            });
    assertThat(third.totals("replayed", "writes")).isEqualTo(new Cql.Totals(0, 0));
    assertThat(third.hottestRate("replayed")).isZero();
  }
}
