package io.goodput.it;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.EACH_QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Through a node of one data centre to the two replicas in another,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoDatacentersClusterIT {

  /** Longer than it takes a coordinator to store a hint for a write that was not answered. */
  private static final Duration HINT = Duration.ofSeconds(3);

  private static final int READS = 100;

  @AutoClose("kill")
  private final Cluster cluster =
      Cluster.start(
          Nodes.on(Nodes.SHARED_PORT)
              .withNodes(3)
              .withOptions(1, in("dc1"))
              .withOptions(in("dc2")));

  @AutoClose private final Cql outside = through(1, "dc1");
  @AutoClose private final Cql second = through(2, "dc2");
  @AutoClose private final Cql third = through(3, "dc2");

  private static NodeOptions in(String datacenter) {
    return Nodes.withWeightedReads()
        .withSetting("endpoint_snitch", "GossipingPropertyFileSnitch")
        .withClasspathFirst(Path.of("src", "test", "resources", datacenter));
  }

  private Cql through(int node, String datacenter) {
    return new Cql(Cql.builder(cluster.node(node), datacenter).build(), "ks");
  }

  @BeforeAll
  void tables() {
    outside.run(
        "CREATE KEYSPACE ks WITH replication = {'class': 'NetworkTopologyStrategy', 'dc2': 2}");
    table("zero", 0);
    table("ample", 100_000);
    outside.run(
        "CREATE KEYSPACE both WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 1, 'dc2': 2}");
    outside.run("CREATE TABLE both.read (k int PRIMARY KEY) WITH speculative_retry = 'NEVER'");
    outside.awaitOneSchema();
  }

  private void table(String name, int limit) {
    outside.run(
        "CREATE TABLE ks.%s (k int PRIMARY KEY) WITH per_partition_rate_limit =".formatted(name)
            + " {'max_reads_per_second': %1$d, 'max_writes_per_second': %1$d}".formatted(limit));
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE", "QUORUM", "EACH_QUORUM"})
  void writesOverTheLimitAreRefusedByTheReplicas(DefaultConsistencyLevel level) {
    outside.assertRefusedByReplicas("writes", "zero", () -> outside.run(write(level, "zero")));
  }

  /** A replica that did not answer would cost two seconds each time. */
  @Test
  void writesOverTheLimitAreRefusedAtOnce() {
    assertThat(Flood.of(outside, write(QUORUM, "zero"), Duration.ofSeconds(1)).refused())
        .isGreaterThan(10);
  }

  @Test
  void readsOverTheLimitAre() {
    outside.assertRefusedByReplicas(
        "reads", "zero", () -> outside.run(at(ONE, "SELECT * FROM ks.zero WHERE k = 1")));
  }

  @Test
  void noHintIsStoredForARefusedWrite() throws Exception {
    long before = Jmx.hintsStored(cluster.node(1));

    IntStream.range(0, 20).forEach(i -> Flood.once(outside, write(QUORUM, "zero")));

    await()
        .during(HINT)
        .atMost(HINT.multipliedBy(4))
        .until(() -> Jmx.hintsStored(cluster.node(1)) == before);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void writesUnderTheLimitAreCountedByEachReplica(int replica) {
    Flood flood =
        Flood.of(outside, write(QUORUM, "ample"), Duration.ofSeconds(3), Duration.ofMillis(5));

    assertThat(flood.refused()).isZero();
    (replica == 2 ? second : third).assertCountedOnce("ample", flood);
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE", "QUORUM", "LOCAL_ONE", "LOCAL_QUORUM"})
  void weightedReadsStayInTheDatacenter_whereItHasEnoughReplicas(DefaultConsistencyLevel level)
      throws Exception {
    awaitWeights();
    long before = readsServedBy(1);

    readOften(level);

    assertThat(readsServedBy(1)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void weightedReadsOfOneAreSpreadOverTheReplicasInTheDatacenter(int replica) throws Exception {
    awaitWeights();
    long before = readsServedBy(replica);

    readOften(ONE);

    assertThat(readsServedBy(replica) - before).isBetween(READS / 4L, READS * 3L / 4);
  }

  @Test
  void weightedReadsGoToTheOtherDatacenter_whereTheConsistencyLevelDemandsIt() throws Exception {
    awaitWeights();
    long before = readsServedBy(1);

    readOften(EACH_QUORUM);

    assertThat(readsServedBy(1) - before).isEqualTo(READS);
  }

  /** Both replicas in the second data centre have told the second node how warm they are. */
  private void awaitWeights() {
    await()
        .atMost(HINT.multipliedBy(4))
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
