package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.SERIAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A limit that three nodes enforce together")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedLimitThreeNodesIT {

  private static final int LIMIT = 50;

  /** Paxos is slow on one busy partition, so that a lower limit is needed to exceed it. */
  private static final int PAXOS_LIMIT = 20;

  /** If each node enforced the limit alone, the nodes would accept three times the limit. */
  private static final double TOLERANCE = 0.15;

  /** The pause of each client, so that three clients request about five times the limit. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final ThreeNodes nodes;
  private List<CompletableFuture<Flood>> reads;
  private List<CompletableFuture<Flood>> writesThroughOne;
  private List<CompletableFuture<Flood>> readsOfOneReplica;
  private List<CompletableFuture<Flood>> speculativeReads;
  private List<CompletableFuture<Flood>> serialReads;
  private List<CompletableFuture<Flood>> conditionalWrites;
  private List<CompletableFuture<Flood>> counterWrites;
  private List<CompletableFuture<Flood>> readsOfSeveral;
  private List<CompletableFuture<Flood>> batches;

  SharedLimitThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
  }

  @BeforeAll
  void tables() {
    for (String table : List.of("rf3.spread", "rf3.one", "rf1.spread")) {
      table(table, LIMIT, "");
    }
    table("rf1.shared_serial", PAXOS_LIMIT, "");
    table("rf1.shared_conditional", PAXOS_LIMIT, "");
    table("rf1.shared_several", LIMIT, "");
    table("rf1.shared_batched", LIMIT, "");
    nodes
        .rf1(1)
        .run(
            "CREATE TABLE rf1.shared_counted (k int PRIMARY KEY, v counter) WITH "
                + RateLimit.writes(LIMIT));
    table("rf3.speculative", LIMIT, " AND speculative_retry = 'ALWAYS'");
    table("rf3.zero", 0, "");
    table("rf3.seen", 100_000, "");
    nodes.rf3(1).awaitSchemaAgreement();
    startFloods();
  }

  /** Starts all floods at the same time, each on a separate table. */
  private void startFloods() {
    List<Cql> allNodes = List.of(nodes.rf3(1), nodes.rf3(2), nodes.rf3(3));
    List<Cql> oneNode = Collections.nCopies(3, nodes.rf3(1));
    reads = floods(allNodes, read("rf3.spread", QUORUM));
    writesThroughOne = floods(oneNode, write("rf3.one", 1).setConsistencyLevel(QUORUM));
    readsOfOneReplica = floods(allNodes, read("rf1.spread", ONE));
    speculativeReads = floods(allNodes, read("rf3.speculative", ONE));
    List<Cql> nonReplicas = List.of(nodes.rf1(2), nodes.rf1(3), nodes.rf1(2), nodes.rf1(3));
    int key = nodes.keyOn(1);
    serialReads =
        floods(
            nonReplicas,
            SimpleStatement.newInstance("SELECT k FROM rf1.shared_serial WHERE k = ?", key)
                .setConsistencyLevel(SERIAL));
    conditionalWrites =
        floods(
            nonReplicas,
            SimpleStatement.newInstance(
                "INSERT INTO rf1.shared_conditional (k) VALUES (?) IF NOT EXISTS", key));
    counterWrites =
        floods(
            nonReplicas,
            SimpleStatement.newInstance(
                "UPDATE rf1.shared_counted SET v = v + 1 WHERE k = ?", key));
    readsOfSeveral =
        floods(
            nonReplicas,
            SimpleStatement.newInstance(
                "SELECT k FROM rf1.shared_several WHERE k IN (?, ?)", key, nodes.keyOn(2)));
    batches =
        floods(
            nonReplicas,
            SimpleStatement.newInstance(
                "BEGIN UNLOGGED BATCH INSERT INTO rf1.shared_batched (k) VALUES (?);"
                    + " INSERT INTO rf1.shared_batched (k) VALUES (?); APPLY BATCH",
                key,
                nodes.keyOn(2)));
  }

  private static List<CompletableFuture<Flood>> floods(
      List<Cql> clients, SimpleStatement statement) {
    return clients.stream()
        .map(client -> Flood.startAfterWarmUp(client, statement, PAUSE))
        .toList();
  }

  private void table(String table, int limit, String options) {
    nodes
        .rf3(1)
        .run(
            "CREATE TABLE %s (k int PRIMARY KEY) WITH ".formatted(table)
                + RateLimit.of(limit, limit)
                + options);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void write_limitOfZero_isRejectedByCoordinatorThatIsReplica(int node) {
    Cql cql = nodes.rf3(node);

    cql.assertRejected("writes", "zero", () -> cql.run(write("rf3.zero", 1)));
  }

  @Test
  void writes_throughOneNode_areCountedByOtherReplicas() {
    SimpleStatement write = write("rf3.seen", 1).setConsistencyLevel(ALL);

    await()
        .untilAsserted(
            () -> {
              nodes.rf3(1).run(write);
              assertThat(nodes.rf3(2).hottestRate("seen")).isPositive();
            });
  }

  @Test
  void quorumReads_throughAllNodes_areAcceptedAtLimit() {
    assertAcceptedAtLimit(reads);
  }

  @Test
  void quorumWrites_throughOneNode_areAcceptedAtLimit() {
    assertAcceptedAtLimit(writesThroughOne);
  }

  @Test
  void readsOfOneReplica_throughAllNodes_areAcceptedAtLimit() {
    assertAcceptedAtLimit(readsOfOneReplica);
  }

  @Test
  void readsWithSpeculativeRetry_throughAllNodes_areAcceptedAtLimit() {
    assertAcceptedAtLimit(speculativeReads);
  }

  @Test
  void serialReads_throughTwoNonReplicas_areAcceptedUpToLimit() {
    assertAcceptedUpToPaxosLimit(serialReads);
  }

  @Test
  void conditionalWrites_throughTwoNonReplicas_areAcceptedUpToLimit() {
    assertAcceptedUpToPaxosLimit(conditionalWrites);
  }

  @Test
  void counterWrites_throughTwoNonReplicas_areAcceptedAtLimit() {
    assertAcceptedAtLimit(counterWrites);
  }

  @Test
  void readsOfSeveralPartitions_throughTwoNodes_areAcceptedAtLimit() {
    assertAcceptedAtLimit(readsOfSeveral);
  }

  @Test
  void batches_throughTwoNodes_areAcceptedAtLimit() {
    assertAcceptedAtLimit(batches);
  }

  private static void assertAcceptedAtLimit(List<CompletableFuture<Flood>> clients) {
    List<Flood> floods = clients.stream().map(CompletableFuture::join).toList();

    assertThat(floods.stream().mapToDouble(Flood::acceptedPerSecond).sum())
        .isCloseTo(LIMIT, within(TOLERANCE * LIMIT));
    assertThat(floods.stream().mapToLong(Flood::rejected).sum())
        .as("rejected requests, which prove that the load exceeded the limit")
        .isGreaterThan(floods.stream().mapToLong(Flood::accepted).sum() / 3);
  }

  /** A slow machine may serve less than the limit, but two coordinators must not serve more. */
  private static void assertAcceptedUpToPaxosLimit(List<CompletableFuture<Flood>> clients) {
    List<Flood> floods = clients.stream().map(CompletableFuture::join).toList();

    assertThat(floods.stream().mapToDouble(Flood::acceptedPerSecondOfAll).sum())
        .isLessThan((1 + TOLERANCE) * PAXOS_LIMIT);
    assertThat(floods.stream().mapToLong(Flood::rejected).sum())
        .as("rejected requests, which prove that the load exceeded the limit")
        .isPositive();
  }

  private static SimpleStatement read(String table, ConsistencyLevel level) {
    return SimpleStatement.newInstance("SELECT k FROM %s WHERE k = 1".formatted(table))
        .setConsistencyLevel(level);
  }

  private static SimpleStatement write(String table, int key) {
    return SimpleStatement.newInstance("INSERT INTO %s (k) VALUES (?)".formatted(table), key);
  }
}
