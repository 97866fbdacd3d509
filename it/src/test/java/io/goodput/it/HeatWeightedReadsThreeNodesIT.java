package io.goodput.it;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.goodput.cluster.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Where reads are weighted by heat,")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HeatWeightedReadsThreeNodesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final double FAIR = 2 / 3.0;
  private static final int KEYS = 300;
  private static final int AT_ONCE = 50;
  private static final int VALUE_BYTES = 4096;
  private static final int READS = 60;

  private final ThreeNodes nodes;
  private final Cql first;
  private int nextKey;

  HeatWeightedReadsThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.first = nodes.everywhere(1);
  }

  @BeforeAll
  void tables() throws Exception {
    String options = " WITH compression = {'enabled': false} AND speculative_retry = ";
    first.change(
        "CREATE TABLE everywhere.warm (k int PRIMARY KEY, v blob)" + options + "'NEVER'",
        "CREATE TABLE everywhere.drawn (k int PRIMARY KEY)" + options + "'NEVER'",
        "CREATE TABLE everywhere.eager (k int PRIMARY KEY)" + options + "'ALWAYS'",
        "CREATE TABLE everywhere.retried (k int PRIMARY KEY)" + options + "'20ms'");
    Random random = new Random(1);
    byte[] value = new byte[VALUE_BYTES];
    for (int key = 0; key < KEYS; key++) {
      random.nextBytes(value);
      first.run(
          SimpleStatement.newInstance(
                  "INSERT INTO everywhere.warm (k, v) VALUES (?, ?)", key, ByteBuffer.wrap(value))
              .setConsistencyLevel(ALL));
    }
    for (Node node : nodes.cluster().nodes()) {
      Jmx.flush(node, "everywhere");
    }
    for (int node = 1; node <= 3; node++) {
      turn(node, true);
    }
    warmUp();
  }

  @Test
  @Order(1)
  void equallyWarmReplicasGetTheirFairShare() {
    awaitShare(1, FAIR);
    awaitShare(3, FAIR);
  }

  @Test
  @Order(2)
  void allReplicasOfAPartitionTakeTurns() throws Exception {
    assertThat(served("drawn", QUORUM)).allSatisfy(reads -> assertThat(reads).isPositive());
  }

  @Test
  @Order(2)
  void noReplicaIsContactedTwice() throws Exception {
    assertThat(served("eager", QUORUM)).containsOnly((long) READS);
  }

  @Test
  @Order(2)
  void asManyReplicasAreContactedAsTheConsistencyLevelAsksFor() throws Exception {
    assertThat(LongStream.of(served("drawn", ONE).stream().mapToLong(n -> n).toArray()).sum())
        .isEqualTo(READS);
  }

  @Test
  @Order(3)
  void offOnTheCoordinator_theOrderIsTheConfiguredSnitchs() throws Exception {
    turn(1, false);
    try {
      assertThat(served("drawn", QUORUM)).containsExactlyInAnyOrder((long) READS, (long) READS, 0L);
    } finally {
      turn(1, true);
    }
  }

  @Test
  @Order(3)
  void itIsSwitchedByJmx() throws Exception {
    Jmx.set(nodes.node(1), "io.goodput:type=HeatWeightedReads", "Enabled", false);

    assertThat(setting(1)).isEqualTo("false");

    Jmx.set(nodes.node(1), "io.goodput:type=HeatWeightedReads", "Enabled", true);
    assertThat(setting(1)).isEqualTo("true");
  }

  @Test
  @Order(3)
  void anotherValueIsRefused() {
    assertThatThrownBy(
            () ->
                first.run(
                    "UPDATE goodput.settings SET value = 'on'"
                        + " WHERE name = 'heat_weighted_reads'"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage("heat_weighted_reads must be 'true' or 'false', not 'on'");
  }

  @Test
  @Order(3)
  void anotherSettingIsRefused() {
    assertThatThrownBy(
            () -> first.run("UPDATE goodput.settings SET value = 'true' WHERE name = 'heat'"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage("Unknown setting 'heat'; heat_weighted_reads can be set");
  }

  @Test
  @Order(4)
  void aReplicaThatHangsIsReplacedBySpeculativeRetry() throws Exception {
    Node third = nodes.node(3);
    signal("STOP", third);
    try {
      for (int i = 0; i < READS; i++) {
        first.run(read("retried", QUORUM));
      }
    } finally {
      signal("CONT", third);
    }
    nodes.cluster().awaitReady(progress -> {});
  }

  @Test
  @Order(5)
  void aReplicaThatIsDownIsReplaced_andWhenItIsBackItGetsLessUntilItIsWarm() {
    Node third = nodes.node(3);
    third.stop();
    for (int i = 0; i < READS; i++) {
      first.run(read("drawn", QUORUM));
    }
    nodes.cluster().start(third);

    awaitShareBelow(3, 0.75 * FAIR);

    warmUp();
    awaitShare(3, FAIR);
  }

  /** How many reads of one key through the first node each replica has served. */
  private List<Long> served(String table, ConsistencyLevel level) throws Exception {
    List<Long> before = replicaReads(table);
    for (int i = 0; i < READS; i++) {
      first.run(read(table, level));
    }
    await().atMost(PATIENCE).until(() -> isAtRest(table));
    List<Long> after = replicaReads(table);
    return IntStream.range(0, 3).mapToObj(i -> after.get(i) - before.get(i)).toList();
  }

  /** A replica may serve a read after the coordinator has answered. */
  private boolean isAtRest(String table) throws Exception {
    List<Long> reads = replicaReads(table);
    return reads.equals(replicaReads(table));
  }

  private List<Long> replicaReads(String table) throws Exception {
    return List.of(
        Jmx.replicaReads(nodes.node(1), "everywhere", table),
        Jmx.replicaReads(nodes.node(2), "everywhere", table),
        Jmx.replicaReads(nodes.node(3), "everywhere", table));
  }

  private void awaitShare(int node, double expected) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              readAll(QUORUM);
              assertThat(share(node, "share_wanted")).isBetween(0.9 * expected, 1.1 * expected);
              assertThat(share(node, "share_given")).isBetween(0.8 * expected, 1.2 * expected);
            });
  }

  private void awaitShareBelow(int node, double limit) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              for (int i = 0; i < READS; i++) {
                nextKey = (nextKey + 1) % KEYS;
                first.run(read("warm", QUORUM, nextKey));
              }
              assertThat(share(node, "share_wanted")).isBetween(0.1, limit);
              assertThat(share(node, "share_given")).isBetween(0.05, limit);
            });
  }

  private double share(int node, String column) {
    String address = nodes.node(node).contactPoint().getAddress().getHostAddress();
    for (Row row : first.run("SELECT * FROM goodput.heat")) {
      if (row.getString("node").startsWith(address + ":") && !row.isNull(column)) {
        return row.getDouble(column);
      }
    }
    return Double.NaN;
  }

  private void warmUp() {
    for (int i = 0; i < 20; i++) {
      readAll(ALL);
    }
  }

  private void readAll(ConsistencyLevel level) {
    List<SimpleStatement> reads =
        IntStream.range(0, KEYS).mapToObj(key -> read("warm", level, key)).toList();
    for (int i = 0; i < KEYS; i += AT_ONCE) {
      reads.subList(i, i + AT_ONCE).stream()
          .map(first.session()::executeAsync)
          .toList()
          .forEach(answer -> answer.toCompletableFuture().join());
    }
  }

  private static SimpleStatement read(String table, ConsistencyLevel level) {
    return read(table, level, 1);
  }

  private static SimpleStatement read(String table, ConsistencyLevel level, int key) {
    return SimpleStatement.newInstance(
            "SELECT k FROM everywhere.%s WHERE k = ?".formatted(table), key)
        .setConsistencyLevel(level);
  }

  private void turn(int node, boolean on) {
    nodes
        .everywhere(node)
        .run(
            "UPDATE goodput.settings SET value = ? WHERE name = 'heat_weighted_reads'",
            Boolean.toString(on));
  }

  private String setting(int node) {
    return nodes
        .everywhere(node)
        .run("SELECT value FROM goodput.settings WHERE name = 'heat_weighted_reads'")
        .one()
        .getString(0);
  }

  private static void signal(String signal, Node node) throws Exception {
    String pid = Long.toString(node.pid().orElseThrow());
    assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor()).isZero();
  }
}
