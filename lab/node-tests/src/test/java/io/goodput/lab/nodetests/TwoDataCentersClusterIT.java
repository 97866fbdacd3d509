package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.EACH_QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Cluster;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A cluster of two data centers")
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoDataCentersClusterIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(12);
  private static final int READS = 100;

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.on(Nodes.SHARED_PORT)
              .withNodes(3)
              .withOptions(1, in("dc1"))
              .withOptions(in("dc2")));

  @AutoClose private final Cql first = through(1, "dc1");
  @AutoClose private final Cql second = through(2, "dc2");
  @AutoClose private final Cql third = through(3, "dc2");

  private static NodeOptions in(String dataCenter) {
    return Nodes.withWeightedReads()
        .withSetting("endpoint_snitch", "GossipingPropertyFileSnitch")
        .withClasspathFirst(Path.of("src", "test", "resources", dataCenter));
  }

  private Cql through(int node, String dataCenter) {
    return new Cql(Cql.builder(cluster.node(node), dataCenter).build(), "ks");
  }

  @BeforeAll
  void tables() {
    first.run(
        "CREATE KEYSPACE ks WITH replication = {'class': 'NetworkTopologyStrategy', 'dc2': 2}");
    table("zero", 0);
    table("ample", 100_000);
    first.run(
        "CREATE TABLE ks.acknowledged (k int, c int, PRIMARY KEY (k, c)) WITH "
            + RateLimit.writes(50));
    first.run(
        "CREATE KEYSPACE moved WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 1, 'dc2': 1}");
    first.run("CREATE TABLE moved.zero (k int PRIMARY KEY) WITH " + RateLimit.writes(0));
    first.run(
        "CREATE KEYSPACE both WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 1, 'dc2': 2}");
    first.run("CREATE TABLE both.read (k int PRIMARY KEY) WITH speculative_retry = 'NEVER'");
    first.awaitSchemaAgreement();
  }

  private void table(String name, int limit) {
    first.run(
        "CREATE TABLE ks.%s (k int PRIMARY KEY) WITH ".formatted(name)
            + RateLimit.of(limit, limit));
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE", "QUORUM", "EACH_QUORUM"})
  void write_remoteReplicas_isRejectedByReplicas(DefaultConsistencyLevel level) {
    first.assertRejectedByReplicas("writes", "zero", () -> first.run(write(level, "zero")));
  }

  /** If the replicas did not respond, each write would take two seconds. */
  @Test
  void writes_remoteReplicas_areRejectedWithoutTimeout() {
    assertThat(Flood.run(first, write(QUORUM, "zero"), Duration.ofSeconds(1)).rejected())
        .isGreaterThan(10);
  }

  @Test
  void read_remoteReplicas_isRejectedByReplicas() {
    first.assertRejectedByReplicas(
        "reads", "zero", () -> first.run(at(ONE, "SELECT * FROM ks.zero WHERE k = 1")));
  }

  @Test
  void write_rejected_storesNoHint() throws Exception {
    Hints.assertNoneStored(cluster.node(1), () -> Flood.repeat(first, write(QUORUM, "zero"), 20));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void write_underLimit_isCountedOnceByEachReplica(int replica) {
    Cql counting = replica == 2 ? second : third;
    AtomicLong rejected = new AtomicLong();

    counting.assertCountedOnce(
        "ample",
        () -> {
          Flood flood =
              Flood.run(first, write(QUORUM, "ample"), Duration.ofSeconds(3), Duration.ofMillis(5));
          rejected.addAndGet(flood.rejected());
          return flood;
        });

    assertThat(rejected).hasValue(0);
  }

  /** The coordinator sends a write to one of the two, which sends it on to the other. */
  @Test
  @DisplayName("All rows acknowledged at ONE near the limit are on both remote replicas")
  void write_acknowledgedNearLimit_isOnBothRemoteReplicas() {
    Set<Integer> acknowledged = new HashSet<>();
    for (int row = 0; row < 600; row++) {
      String insert = "INSERT INTO ks.acknowledged (k, c) VALUES (1, %d)".formatted(row);
      // Load on one replica lets the two disagree for a moment.
      Flood.repeat(row % 2 == 0 ? second : third, at(ONE, insert.replace("1, ", "1, -")), 1);
      if (Flood.isAccepted(first, at(ONE, insert))) {
        acknowledged.add(row);
      }
    }

    assertThat(acknowledged).isNotEmpty().hasSizeLessThan(600);
    for (Cql replica : List.of(second, third)) {
      await().atMost(TIMEOUT).until(() -> rowsOn(replica).containsAll(acknowledged));
    }
  }

  private static Set<Integer> rowsOn(Cql replica) {
    Set<Integer> rows = new HashSet<>();
    replica
        .run(at(ONE, "SELECT c FROM ks.acknowledged WHERE k = 1"))
        .forEach(row -> rows.add(row.getInt("c")));
    return rows;
  }

  @Test
  @DisplayName("A keyspace that leaves a data center keeps its limits")
  void write_afterItsDataCenterWasRemoved_isRejectedWithoutFault() throws Exception {
    first.run(
        "ALTER KEYSPACE moved WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc2': 1}");
    first.awaitSchemaAgreement();

    for (Cql client : List.of(first, second, third)) {
      assertThat(Flood.run(client, insertInto("moved.zero"), Duration.ofSeconds(2)).accepted())
          .isZero();
    }
    for (Node node : cluster.nodes()) {
      assertThat(Jmx.metric(node, "name=Faults", "Count")).isEqualTo(0L);
    }
  }

  private static SimpleStatement insertInto(String table) {
    return at(QUORUM, "INSERT INTO %s (k) VALUES (1)".formatted(table));
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE", "QUORUM", "LOCAL_ONE", "LOCAL_QUORUM"})
  void weightedReads_enoughLocalReplicas_stayInLocalDataCenter(DefaultConsistencyLevel level)
      throws Exception {
    awaitWeights();
    long before = readsServedBy(1);

    readOften(level);

    assertThat(readsServedBy(1)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void weightedReads_atOne_useBothLocalReplicas(int replica) throws Exception {
    awaitWeights();
    long before = readsServedBy(replica);

    readOften(ONE);

    assertThat(readsServedBy(replica) - before).isBetween(READS / 4L, READS * 3L / 4);
  }

  @Test
  void weightedReads_atEachQuorum_useBothDataCenters() throws Exception {
    awaitWeights();
    long before = readsServedBy(1);

    readOften(EACH_QUORUM);

    assertThat(readsServedBy(1) - before).isEqualTo(READS);
  }

  /** Waits until the second node has heat reports from both replicas in its data center. */
  private void awaitWeights() {
    await()
        .atMost(TIMEOUT)
        .until(() -> second.run("SELECT node FROM goodput.heat").all().size() == 2);
  }

  private void readOften(ConsistencyLevel level) {
    IntStream.range(0, READS)
        .forEach(i -> second.run(at(level, "SELECT k FROM both.read WHERE k = 1")));
  }

  private long readsServedBy(int node) throws Exception {
    return Jmx.replicaReads(cluster.node(node), "both", "read");
  }

  private static SimpleStatement write(ConsistencyLevel level, String table) {
    return at(level, "INSERT INTO ks.%s (k) VALUES (1)".formatted(table));
  }

  private static SimpleStatement at(ConsistencyLevel level, String query) {
    return SimpleStatement.newInstance(query).setConsistencyLevel(level);
  }
}
