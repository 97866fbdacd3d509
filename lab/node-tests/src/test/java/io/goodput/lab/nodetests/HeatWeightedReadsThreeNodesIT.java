package io.goodput.lab.nodetests;

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
import io.goodput.lab.nodes.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Heat-weighted reads")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HeatWeightedReadsThreeNodesIT {

  private static final String SETTING = "heat_weighted_reads";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final double FAIR_SHARE = 2 / 3.0;
  private static final int KEYS = 300;
  private static final int CONCURRENT_READS = 50;
  private static final int VALUE_BYTES = 4096;
  private static final int READS = 60;

  private final ThreeNodes nodes;
  private final Cql first;
  private int nextKey;

  HeatWeightedReadsThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.first = nodes.rf3(1);
  }

  @BeforeAll
  void tables() throws Exception {
    String options = " WITH compression = {'enabled': false} AND speculative_retry = ";
    first.changeSchema(
        "CREATE TABLE rf3.warm (k int PRIMARY KEY, v blob)" + options + "'NEVER'",
        "CREATE TABLE rf3.drawn (k int PRIMARY KEY)" + options + "'NEVER'",
        "CREATE TABLE rf3.eager (k int PRIMARY KEY)" + options + "'ALWAYS'",
        "CREATE TABLE rf3.retried (k int PRIMARY KEY)" + options + "'20ms'");
    Random random = new Random(1);
    byte[] value = new byte[VALUE_BYTES];
    for (int key = 0; key < KEYS; key++) {
      random.nextBytes(value);
      first.run(
          SimpleStatement.newInstance(
                  "INSERT INTO rf3.warm (k, v) VALUES (?, ?)", key, ByteBuffer.wrap(value))
              .setConsistencyLevel(ALL));
    }
    for (Node node : nodes.cluster().nodes()) {
      Jmx.flush(node, "rf3");
    }
    setEnabledOnAllNodes(true);
    warmUp();
  }

  @AfterAll
  void disable() {
    setEnabledOnAllNodes(false);
  }

  @Test
  @Order(1)
  void reads_equallyWarmReplicas_areSharedEqually() {
    awaitShare(1, FAIR_SHARE);
    awaitShare(3, FAIR_SHARE);
  }

  @Test
  @Order(2)
  void reads_samePartition_useAllReplicas() throws Exception {
    assertThat(served("drawn", QUORUM)).allSatisfy(reads -> assertThat(reads).isPositive());
  }

  @Test
  @Order(2)
  void reads_speculativeRetry_contactEachReplicaOnce() throws Exception {
    assertThat(served("eager", QUORUM)).containsOnly((long) READS);
  }

  @Test
  @Order(2)
  void reads_atOne_contactOneReplica() throws Exception {
    assertThat(served("drawn", ONE).stream().mapToLong(Long::longValue).sum()).isEqualTo(READS);
  }

  @Test
  @Order(3)
  void reads_disabledOnCoordinator_useOrderOfSnitch() throws Exception {
    setEnabled(1, false);
    try {
      assertThat(served("drawn", QUORUM)).containsExactlyInAnyOrder((long) READS, (long) READS, 0L);
    } finally {
      setEnabled(1, true);
    }
  }

  @Test
  @Order(3)
  void enabled_setOverJmx_changesSetting() throws Exception {
    Jmx.set(nodes.node(1), "io.goodput:type=HeatWeightedReads", "Enabled", false);

    assertThat(setting(1)).isEqualTo("false");

    Jmx.set(nodes.node(1), "io.goodput:type=HeatWeightedReads", "Enabled", true);
    assertThat(setting(1)).isEqualTo("true");
  }

  @Test
  @Order(3)
  void setting_invalidValue_fails() {
    assertThatThrownBy(() -> first.set(SETTING, "on"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage("heat_weighted_reads must be 'true' or 'false', not 'on'");
  }

  @Test
  @Order(3)
  void setting_unknownName_fails() {
    assertThatThrownBy(() -> first.set("heat", "true"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(
            "Unknown setting 'heat'; coalesce_reads, fair_shares, heat_weighted_reads,"
                + " runaway_reads, watch_requests, yield_to_requests can be set");
  }

  @Test
  @Order(4)
  void reads_hungReplica_succeedBySpeculativeRetry() throws Exception {
    Node third = nodes.node(3);
    third.suspend();
    try {
      for (int i = 0; i < READS; i++) {
        first.run(read("retried", QUORUM));
      }
    } finally {
      third.resume();
    }
    nodes.cluster().awaitReady(progress -> {});
  }

  @Test
  @Order(5)
  @Tag("slow")
  void replica_downAndRestarted_getsSmallShareUntilWarm() {
    Node third = nodes.node(3);
    third.stop();
    for (int i = 0; i < READS; i++) {
      first.run(read("drawn", QUORUM));
    }
    nodes.cluster().start(third);

    awaitShareBelow(3, 0.75 * FAIR_SHARE);

    warmUp();
    awaitShare(3, FAIR_SHARE);
  }

  /** Sends reads of one key through the first node and returns how many each replica served. */
  private List<Long> served(String table, ConsistencyLevel level) throws Exception {
    List<Long> before = replicaReads(table);
    for (int i = 0; i < READS; i++) {
      first.run(read(table, level));
    }
    await().atMost(TIMEOUT).until(() -> isIdle(table));
    List<Long> after = replicaReads(table);
    return IntStream.range(0, 3).mapToObj(i -> after.get(i) - before.get(i)).toList();
  }

  /** A replica may still serve a read after the coordinator has responded to the client. */
  private boolean isIdle(String table) throws Exception {
    List<Long> reads = replicaReads(table);
    return reads.equals(replicaReads(table));
  }

  private List<Long> replicaReads(String table) throws Exception {
    return List.of(
        Jmx.replicaReads(nodes.node(1), "rf3", table),
        Jmx.replicaReads(nodes.node(2), "rf3", table),
        Jmx.replicaReads(nodes.node(3), "rf3", table));
  }

  private void awaitShare(int node, double expected) {
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              readAll(QUORUM);
              assertThat(share(node, "share_wanted")).isBetween(0.9 * expected, 1.1 * expected);
              assertThat(share(node, "share_given")).isBetween(0.8 * expected, 1.2 * expected);
            });
  }

  private void awaitShareBelow(int node, double limit) {
    await()
        .atMost(TIMEOUT)
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
    for (int i = 0; i < KEYS; i += CONCURRENT_READS) {
      reads.subList(i, i + CONCURRENT_READS).stream()
          .map(first.session()::executeAsync)
          .toList()
          .forEach(response -> response.toCompletableFuture().join());
    }
  }

  private static SimpleStatement read(String table, ConsistencyLevel level) {
    return read(table, level, 1);
  }

  private static SimpleStatement read(String table, ConsistencyLevel level, int key) {
    return SimpleStatement.newInstance("SELECT k FROM rf3.%s WHERE k = ?".formatted(table), key)
        .setConsistencyLevel(level);
  }

  private void setEnabledOnAllNodes(boolean enabled) {
    IntStream.rangeClosed(1, 3).forEach(node -> setEnabled(node, enabled));
  }

  private void setEnabled(int node, boolean enabled) {
    nodes.rf3(node).set(SETTING, Boolean.toString(enabled));
  }

  private String setting(int node) {
    return nodes.rf3(node).setting(SETTING);
  }
}
