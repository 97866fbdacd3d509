package io.goodput.it;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
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

@DisplayName("Three nodes together hold a partition's limit:")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeldByAllThreeNodesIT {

  private static final int LIMIT = 50;

  /** Three times the limit would be accepted if every node had all of it to itself. */
  private static final double TOLERANCE = 0.15 * LIMIT;

  /** Of a client of its own node, so that the three ask for some five times the limit. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final ThreeNodes nodes;
  private List<CompletableFuture<Flood>> reads;
  private List<CompletableFuture<Flood>> writesThroughOne;
  private List<CompletableFuture<Flood>> readsOfOneReplica;
  private List<CompletableFuture<Flood>> speculativeReads;

  HeldByAllThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
  }

  @BeforeAll
  void tables() {
    for (String table : new String[] {"everywhere.spread", "everywhere.one", "once.spread"}) {
      table(table, LIMIT, "");
    }
    table("everywhere.speculative", LIMIT, " AND speculative_retry = 'ALWAYS'");
    table("everywhere.zero", 0, "");
    table("everywhere.seen", 100_000, "");
    nodes.everywhere(1).awaitOneSchema();
    floods();
  }

  /** At the same time, each on a table of its own. */
  private void floods() {
    List<Cql> everyone = List.of(nodes.everywhere(1), nodes.everywhere(2), nodes.everywhere(3));
    List<Cql> one = Collections.nCopies(3, nodes.everywhere(1));
    reads = floods(everyone, read("everywhere.spread", QUORUM));
    writesThroughOne = floods(one, write("everywhere.one", 1).setConsistencyLevel(QUORUM));
    readsOfOneReplica = floods(everyone, read("once.spread", ONE));
    speculativeReads = floods(everyone, read("everywhere.speculative", ONE));
  }

  private static List<CompletableFuture<Flood>> floods(
      List<Cql> clients, SimpleStatement statement) {
    return clients.stream().map(client -> Flood.startSettling(client, statement, PAUSE)).toList();
  }

  private void table(String table, int limit, String options) {
    nodes
        .everywhere(1)
        .run(
            "CREATE TABLE %s (k int PRIMARY KEY) WITH per_partition_rate_limit =".formatted(table)
                + " {'max_reads_per_second': %1$d, 'max_writes_per_second': %1$d}".formatted(limit)
                + options);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void eachReplicaRefusesAsTheCoordinator(int node) {
    Cql cql = nodes.everywhere(node);

    cql.assertRefused("writes", "zero", () -> cql.run(write("everywhere.zero", 1)));
  }

  @Test
  void whatOneAccepts_theOthersCount() {
    SimpleStatement write = write("everywhere.seen", 1).setConsistencyLevel(ALL);
    Flood.of(nodes.everywhere(1), write, Duration.ofSeconds(1));

    await()
        .untilAsserted(
            () ->
                assertThat(
                        nodes
                            .everywhere(2)
                            .run("SELECT table_name, per_second FROM goodput.hot_partitions")
                            .all())
                    .anySatisfy(
                        row -> {
                          assertThat(row.getString("table_name")).isEqualTo("seen");
                          assertThat(row.getDouble("per_second")).isPositive();
                        }));
  }

  @Test
  void quorumReads_throughEachOfThem() {
    assertHeld(reads);
  }

  @Test
  void quorumWrites_throughOneOfThem() {
    assertHeld(writesThroughOne);
  }

  @Test
  void readsOfOneReplica_throughEachOfThem() {
    assertHeld(readsOfOneReplica);
  }

  @Test
  void readsThatAskOneReplicaMoreThanNeeded() {
    assertHeld(speculativeReads);
  }

  private static void assertHeld(List<CompletableFuture<Flood>> clients) {
    List<Flood> floods = clients.stream().map(CompletableFuture::join).toList();

    assertThat(floods.stream().mapToDouble(Flood::acceptedPerSecond).sum())
        .isCloseTo(LIMIT, within(TOLERANCE));
    assertThat(floods.stream().mapToLong(Flood::refused).sum())
        .as("refused, else nothing was held")
        .isGreaterThan(floods.stream().mapToLong(Flood::accepted).sum());
  }

  private static SimpleStatement read(String table, ConsistencyLevel level) {
    return SimpleStatement.newInstance("SELECT k FROM %s WHERE k = 1".formatted(table))
        .setConsistencyLevel(level);
  }

  private static SimpleStatement write(String table, int key) {
    return SimpleStatement.newInstance("INSERT INTO %s (k) VALUES (?)".formatted(table), key);
  }
}
