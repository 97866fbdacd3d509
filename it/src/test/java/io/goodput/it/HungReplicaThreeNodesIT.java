package io.goodput.it;

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
import io.goodput.cluster.Node;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("While the third node hung,")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HungReplicaThreeNodesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String BATCHLOG = "org.apache.cassandra.db:type=BatchlogManager";

  private final ThreeNodes nodes;
  private final Cql other;
  private final Cql third;
  private final int shared;
  private final int onThird;
  private Throwable writeUnderTheLimit;
  private Throwable writeOverTheLimit;
  private Throwable batch;
  private Flood flood;
  private long hints;

  HungReplicaThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.other = nodes.twice(1);
    this.third = nodes.once(3);
    this.shared = nodes.keyNotOn(1, "twice");
    this.onThird = nodes.keyOn(3);
  }

  @BeforeAll
  void askedWhileTheThirdHangs() throws Exception {
    other.change(table("twice.ample", 1000), table("twice.zero", 0), table("once.replayed", 1000));
    Node hanging = nodes.node(3);
    long before = Jmx.hintsStored(nodes.node(1));
    signal("STOP", hanging);
    try {
      flood = Flood.of(other, write("zero", ONE), Duration.ofSeconds(1));
      writeOverTheLimit = catchThrowable(() -> other.run(write("zero", ALL)));
      writeUnderTheLimit = catchThrowable(() -> other.run(write("ample", QUORUM)));
      batch = catchThrowable(() -> other.run(batch()));
      other.run(limited("once.replayed", 0));
      hints = Jmx.hintsStored(nodes.node(1)) - before;
    } finally {
      signal("CONT", hanging);
    }
    nodes.cluster().awaitReady(progress -> {});
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(DriverException.class)
        .until(() -> third.limits("replayed"), Map.of("writes", 0)::equals);
  }

  private static String table(String name, int writes) {
    return "CREATE TABLE %s (k int PRIMARY KEY) WITH per_partition_rate_limit =".formatted(name)
        + " {'max_writes_per_second': %d}".formatted(writes);
  }

  private static String limited(String table, int writes) {
    return "ALTER TABLE %s WITH per_partition_rate_limit =".formatted(table)
        + " {'max_writes_per_second': %d}".formatted(writes);
  }

  private SimpleStatement write(String table, ConsistencyLevel level) {
    return SimpleStatement.newInstance(
            "INSERT INTO twice.%s (k) VALUES (?)".formatted(table), shared)
        .setConsistencyLevel(level);
  }

  /** Of two partitions: Cassandra would not log a batch of one. */
  private SimpleStatement batch() {
    return SimpleStatement.newInstance(
        "BEGIN BATCH INSERT INTO once.replayed (k) VALUES (?);"
            + " INSERT INTO twice.ample (k) VALUES (?); APPLY BATCH",
        onThird,
        shared);
  }

  private static void signal(String signal, Node node) throws Exception {
    String pid = Long.toString(node.pid().orElseThrow());
    assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor()).isZero();
  }

  @Test
  void aWriteThatNeededIt_timedOut() {
    assertThat(writeUnderTheLimit).isInstanceOf(WriteTimeoutException.class);
  }

  @Test
  void aWriteThatTheOtherReplicaRefused_wasRefused() {
    assertThat(writeOverTheLimit).hasMessage(other.refusal("replicas", "writes", "zero"));
  }

  @Test
  void aFloodThatTheOtherReplicaRefused_hadNoOtherError() {
    assertThat(flood.accepted()).isZero();
    assertThat(flood.errors()).containsExactly(other.refusal("replicas", "writes", "zero"));
  }

  @Test
  void theWritesThatTimedOutAreHinted_butNotTheFlood() {
    assertThat(flood.refused()).isGreaterThan(10);
    assertThat(hints).isBetween(1L, 2L);
  }

  @Test
  void aBatchThatTimedOut_isReplayedOnATableThatMayNotBeWritten() {
    // Timed out while it was logged: no node but the second can send it to the third.
    assertThat(batch)
        .asInstanceOf(type(WriteTimeoutException.class))
        .returns(DefaultWriteType.BATCH_LOG, WriteTimeoutException::getWriteType);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Jmx.invoke(nodes.node(2), BATCHLOG, "forceBatchlogReplay");
              assertThat(third.run("SELECT k FROM once.replayed").all()).hasSize(1);
            });
    assertThat(third.totals("replayed", "writes")).isEqualTo(new Cql.Totals(0, 0));
    assertThat(third.perSecond("replayed")).isZero();
  }
}
