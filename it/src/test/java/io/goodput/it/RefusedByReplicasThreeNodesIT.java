package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.QueryTrace;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Asked through a node that is no replica of the partition,")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedByReplicasThreeNodesIT {

  private static final Duration LENGTH = Duration.ofSeconds(2);

  /** Longer than it takes a coordinator to store a hint for a write that was not answered. */
  private static final Duration HINT = Duration.ofSeconds(3);

  private static final Duration TRACED = Duration.ofSeconds(20);

  private final ThreeNodes nodes;
  private final Cql other;
  private final int key;

  RefusedByReplicasThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.other = nodes.once(1);
    this.key = nodes.keyOn(2);
  }

  @BeforeAll
  void tables() {
    table("zero", "{'max_reads_per_second': 0, 'max_writes_per_second': 0}");
    table("unwritable", "{'max_writes_per_second': 0}");
    table("unhinted", "{'max_writes_per_second': 0}");
    table("flooded", "{'max_reads_per_second': 20, 'max_writes_per_second': 20}");
    table("counted", "{'max_reads_per_second': 20, 'max_writes_per_second': 20}");
    table("large", "{'max_reads_per_second': 1000, 'max_writes_per_second': 1000}");
    other.awaitOneSchema();
  }

  private void table(String name, String option) {
    other.run(
        "CREATE TABLE once.%s (k int, c int, v blob, PRIMARY KEY (k, c))".formatted(name)
            + " WITH per_partition_rate_limit = "
            + option);
  }

  @Test
  void atALimitOfZero_readsAreRefusedByTheReplicas() {
    other.assertRefusedByReplicas("reads", "zero", () -> other.run(read("zero")));
  }

  @Test
  void atALimitOfZero_preparedReadsAre() {
    BoundStatement read = other.prepare("SELECT c FROM once.zero WHERE k = ?").bind(key);

    other.assertRefusedByReplicas("reads", "zero", () -> other.run(read));
  }

  @Test
  void atALimitOfZero_writesAre() {
    other.assertRefusedByReplicas("writes", "zero", () -> other.run(write("zero")));
  }

  @Test
  void atALimitOfZero_preparedWritesAre() {
    BoundStatement write = other.prepare("INSERT INTO once.zero (k, c) VALUES (?, ?)").bind(key, 1);

    other.assertRefusedByReplicas("writes", "zero", () -> other.run(write));
  }

  @Test
  void atALimitOfZero_deletesAre() {
    SimpleStatement delete =
        SimpleStatement.newInstance("DELETE FROM once.zero WHERE k = ? AND c = 1", key);

    other.assertRefusedByReplicas("writes", "zero", () -> other.run(delete));
  }

  @Test
  void refusedWritesAreNotApplied() {
    IntStream.range(0, 20).forEach(i -> Flood.once(other, write("unwritable")));

    assertThat(other.run(read("unwritable")).all()).isEmpty();
  }

  @Test
  void noHintIsStoredForARefusedWrite() throws Exception {
    long before = Jmx.hintsStored(nodes.node(1));

    IntStream.range(0, 20).forEach(i -> Flood.once(other, write("unhinted")));

    await()
        .during(HINT)
        .atMost(HINT.multipliedBy(4))
        .until(() -> Jmx.hintsStored(nodes.node(1)) == before);
  }

  @Test
  void floodedReadsHaveNoOtherError() {
    Flood flood = Flood.of(other, read("flooded"), LENGTH);

    assertThat(flood.errors()).containsExactly(other.refusal("replicas", "reads", "flooded"));
  }

  @Test
  void floodedWritesHaveNoOtherError() {
    Flood flood = Flood.of(other, write("flooded"), LENGTH);

    assertThat(flood.errors()).containsExactly(other.refusal("replicas", "writes", "flooded"));
  }

  @Test
  void theRequestsOfSeveralClientsAreAllCounted() {
    List<CompletableFuture<Flood>> clients =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            Flood.of(
                                other, i % 2 == 0 ? write("counted") : read("counted"), LENGTH)))
            .toList();
    long refused = clients.stream().mapToLong(client -> client.join().refused()).sum();
    long accepted = clients.stream().mapToLong(client -> client.join().accepted()).sum();

    assertThat(sum("rejected_by_replicas", "counted")).isEqualTo(refused);
    assertThat(sum("accepted", "counted")).isEqualTo(accepted);
  }

  @Test
  void rowsOfLargeMessagesAreWrittenAndRead() {
    byte[] value = new byte[200_000];
    for (int c = 0; c < 20; c++) {
      other.run(
          "INSERT INTO once.large (k, c, v) VALUES (?, ?, ?)", key, c, ByteBuffer.wrap(value));
    }

    SimpleStatement paged =
        SimpleStatement.newInstance("SELECT v FROM once.large WHERE k = ?", key).setPageSize(3);
    assertThat(other.run(paged).all()).hasSize(20);
  }

  @Test
  void aTraceHasTheReplicasEvents() {
    QueryTrace trace = trace(write("large"));

    assertThat(trace.getEvents()).anyMatch(event -> isOn(2, event.getSourceAddress().toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT c FROM once.zero WHERE k = ?",
        "INSERT INTO once.zero (k, c) VALUES (?, 1)"
      })
  void theTraceOfARefusalSaysSo_andWhichReplicaRefused(String query) {
    String kind = query.startsWith("SELECT") ? "reads" : "writes";
    String refusal = other.refusal("replicas", kind, "zero");
    assertThat(Flood.once(other, SimpleStatement.newInstance(query, key).setTracing(true)))
        .isFalse();

    await()
        .atMost(TRACED)
        .untilAsserted(
            () ->
                assertThat(onSecondOfTracesWith(refusal))
                    .contains("Per-partition rate limit reached on this replica"));
  }

  /**
   * The second node's events of traces that have this one, since errors do not name their trace.
   */
  private List<String> onSecondOfTracesWith(String activity) {
    List<Row> events =
        other.run("SELECT session_id, source, activity FROM system_traces.events").all();
    Set<UUID> traces =
        events.stream()
            .filter(event -> activity.equals(event.getString("activity")))
            .map(event -> event.getUuid("session_id"))
            .collect(Collectors.toSet());
    return events.stream()
        .filter(event -> traces.contains(event.getUuid("session_id")))
        .filter(event -> isOn(2, String.valueOf(event.getInetAddress("source"))))
        .map(event -> event.getString("activity"))
        .toList();
  }

  private QueryTrace trace(Statement<?> statement) {
    ExecutionInfo execution = other.run(statement.setTracing(true)).getExecutionInfo();
    return await().until(execution::getQueryTrace, trace -> trace.getDurationMicros() > 0);
  }

  private static boolean isOn(int node, String address) {
    return address.contains("127.0.0." + node);
  }

  private long sum(String column, String table) {
    return other.counter(column, table, "reads") + other.counter(column, table, "writes");
  }

  private SimpleStatement read(String table) {
    return SimpleStatement.newInstance("SELECT c FROM once.%s WHERE k = ?".formatted(table), key);
  }

  private SimpleStatement write(String table) {
    return SimpleStatement.newInstance(
        "INSERT INTO once.%s (k, c) VALUES (?, 1)".formatted(table), key);
  }
}
