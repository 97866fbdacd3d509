package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
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

@DisplayName("Requests that the replicas decide because the coordinator is not a replica")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicaRejectionThreeNodesIT {

  private static final Duration DURATION = Duration.ofSeconds(2);
  private static final Duration TRACE_TIMEOUT = Duration.ofSeconds(20);

  private final ThreeNodes nodes;
  private final Cql coordinator;
  private final int key;

  ReplicaRejectionThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.coordinator = nodes.rf1(1);
    this.key = nodes.keyOn(2);
  }

  @BeforeAll
  void tables() {
    table("zero", RateLimit.of(0, 0));
    table("unwritable", RateLimit.writes(0));
    table("unhinted", RateLimit.writes(0));
    table("flooded", RateLimit.of(20, 20));
    table("counted", RateLimit.of(20, 20));
    table("viewed", RateLimit.writes(0));
    table("large", RateLimit.of(1000, 1000));
    coordinator.awaitSchemaAgreement();
  }

  private void table(String name, String limit) {
    coordinator.run(
        "CREATE TABLE rf1.%s (k int, c int, v blob, PRIMARY KEY (k, c))".formatted(name)
            + " WITH "
            + limit);
  }

  @Test
  void select_limitOfZero_isRejectedByReplicas() {
    coordinator.assertRejectedByReplicas("reads", "zero", () -> coordinator.run(read("zero")));
  }

  @Test
  void selectJson_limitOfZero_isRejectedByReplicas() {
    SimpleStatement json =
        SimpleStatement.newInstance("SELECT JSON c FROM rf1.zero WHERE k = ?", key);

    coordinator.assertRejectedByReplicas("reads", "zero", () -> coordinator.run(json));
  }

  @Test
  void insertJson_limitOfZero_isRejectedByReplicas() {
    SimpleStatement json =
        SimpleStatement.newInstance(
            "INSERT INTO rf1.zero JSON ?", "{\"k\": %d, \"c\": 1}".formatted(key));

    coordinator.assertRejectedByReplicas("writes", "zero", () -> coordinator.run(json));
  }

  @Test
  void select_prepared_isRejectedByReplicas() {
    BoundStatement read = coordinator.prepare("SELECT c FROM rf1.zero WHERE k = ?").bind(key);

    coordinator.assertRejectedByReplicas("reads", "zero", () -> coordinator.run(read));
  }

  @Test
  void insert_limitOfZero_isRejectedByReplicas() {
    coordinator.assertRejectedByReplicas("writes", "zero", () -> coordinator.run(write("zero")));
  }

  @Test
  void insert_prepared_isRejectedByReplicas() {
    BoundStatement write =
        coordinator.prepare("INSERT INTO rf1.zero (k, c) VALUES (?, ?)").bind(key, 1);

    coordinator.assertRejectedByReplicas("writes", "zero", () -> coordinator.run(write));
  }

  @Test
  void delete_limitOfZero_isRejectedByReplicas() {
    SimpleStatement delete =
        SimpleStatement.newInstance("DELETE FROM rf1.zero WHERE k = ? AND c = 1", key);

    coordinator.assertRejectedByReplicas("writes", "zero", () -> coordinator.run(delete));
  }

  @Test
  void write_rejected_isNotApplied() {
    Flood.repeat(coordinator, write("unwritable"), 20);

    assertThat(coordinator.run(read("unwritable")).all()).isEmpty();
  }

  @Test
  void write_rejected_storesNoHint() throws Exception {
    Hints.assertNoneStored(nodes.node(1), () -> Flood.repeat(coordinator, write("unhinted"), 20));
  }

  @Test
  @DisplayName("Rejected reads are no failures in Cassandra's metrics and log")
  void reads_rejected_areNoFailures() throws Exception {
    long before = Jmx.failures(nodes.node(1), "Read");
    long logged = loggedFailures();

    Flood.repeat(coordinator, read("zero"), 50);

    assertThat(Jmx.failures(nodes.node(1), "Read")).isEqualTo(before);
    awaitLogged();
    assertThat(loggedFailures()).isEqualTo(logged);
  }

  /** The lines of debug.log with which Cassandra reports a read that replicas failed. */
  private long loggedFailures() throws IOException {
    return debugLog().stream().filter(line -> line.contains("Failed; received")).count();
  }

  /** Waits until the log, which is written in the background, has reached this moment. */
  private void awaitLogged() throws Exception {
    String mark = "io.goodput.mark" + System.nanoTime();
    Jmx.invoke(
        nodes.node(1),
        Jmx.STORAGE_SERVICE,
        "setLoggingLevel",
        new Object[] {mark, "INFO"},
        new String[] {String.class.getName(), String.class.getName()});
    await()
        .atMost(TRACE_TIMEOUT)
        .until(() -> debugLog().stream().anyMatch(line -> line.contains(mark)));
  }

  private List<String> debugLog() throws IOException {
    return Files.readAllLines(nodes.node(1).log().resolveSibling("debug.log"));
  }

  @Test
  @DisplayName("The coordinator decides on a write that Cassandra turns into a logged batch")
  void write_toTableWithView_isDecidedByCoordinator() {
    coordinator.run(
        "CREATE MATERIALIZED VIEW rf1.seen AS SELECT * FROM rf1.viewed"
            + " WHERE c IS NOT NULL AND k IS NOT NULL PRIMARY KEY (c, k)");
    coordinator.awaitSchemaAgreement();

    coordinator.assertRejected("writes", "viewed", () -> coordinator.run(write("viewed")));
  }

  @Test
  void reads_flood_failOnlyWithRejections() {
    Flood flood = Flood.run(coordinator, read("flooded"), DURATION);

    assertThat(flood.errors())
        .containsExactly(coordinator.rejectionMessage("replicas", "reads", "flooded"));
  }

  @Test
  void writes_flood_failOnlyWithRejections() {
    Flood flood = Flood.run(coordinator, write("flooded"), DURATION);

    assertThat(flood.errors())
        .containsExactly(coordinator.rejectionMessage("replicas", "writes", "flooded"));
  }

  @Test
  void requests_severalClients_areAllCounted() {
    List<CompletableFuture<Flood>> clients =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    Flood.start(
                        coordinator,
                        i % 2 == 0 ? write("counted") : read("counted"),
                        DURATION,
                        Duration.ZERO))
            .toList();
    long rejected = clients.stream().mapToLong(client -> client.join().rejected()).sum();
    long accepted = clients.stream().mapToLong(client -> client.join().accepted()).sum();

    assertThat(sum("rejected_by_replicas", "counted")).isEqualTo(rejected);
    assertThat(sum("accepted", "counted")).isEqualTo(accepted);
  }

  @Test
  void rows_largeMessages_areWrittenAndRead() {
    byte[] value = new byte[200_000];
    for (int c = 0; c < 20; c++) {
      coordinator.run(
          "INSERT INTO rf1.large (k, c, v) VALUES (?, ?, ?)", key, c, ByteBuffer.wrap(value));
    }

    SimpleStatement paged =
        SimpleStatement.newInstance("SELECT v FROM rf1.large WHERE k = ?", key).setPageSize(3);
    assertThat(coordinator.run(paged).all()).hasSize(20);
  }

  @Test
  void trace_acceptedWrite_containsEventsOfReplica() {
    ExecutionInfo execution = coordinator.run(write("large").setTracing(true)).getExecutionInfo();

    await()
        .untilAsserted(
            () ->
                assertThat(execution.getQueryTrace().getEvents())
                    .anyMatch(event -> isOn(2, event.getSourceAddress().toString())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SELECT c FROM rf1.zero WHERE k = ?", "INSERT INTO rf1.zero (k, c) VALUES (?, 1)"})
  void trace_rejectedRequest_containsRejectionByReplica(String query) {
    String kind = query.startsWith("SELECT") ? "reads" : "writes";
    String rejection = coordinator.rejectionMessage("replicas", kind, "zero");
    assertThat(
            Flood.isAccepted(coordinator, SimpleStatement.newInstance(query, key).setTracing(true)))
        .isFalse();

    await()
        .atMost(TRACE_TIMEOUT)
        .untilAsserted(
            () ->
                assertThat(eventsOnSecondNode(rejection))
                    .contains("Per-partition rate limit reached on this replica"));
  }

  /**
   * The events on the second node, of all traces with an activity that begins so. Finds the traces
   * this way because an error does not name its trace.
   */
  private List<String> eventsOnSecondNode(String activity) {
    List<Row> events =
        coordinator.run("SELECT session_id, source, activity FROM system_traces.events").all();
    Set<UUID> traces =
        events.stream()
            .filter(event -> String.valueOf(event.getString("activity")).startsWith(activity))
            .map(event -> event.getUuid("session_id"))
            .collect(Collectors.toSet());
    return events.stream()
        .filter(event -> traces.contains(event.getUuid("session_id")))
        .filter(event -> isOn(2, String.valueOf(event.getInetAddress("source"))))
        .map(event -> event.getString("activity"))
        .toList();
  }

  private static boolean isOn(int node, String address) {
    return address.contains("127.0.0." + node);
  }

  private long sum(String column, String table) {
    return coordinator.counter(column, table, "reads")
        + coordinator.counter(column, table, "writes");
  }

  private SimpleStatement read(String table) {
    return SimpleStatement.newInstance("SELECT c FROM rf1.%s WHERE k = ?".formatted(table), key);
  }

  private SimpleStatement write(String table) {
    return SimpleStatement.newInstance(
        "INSERT INTO rf1.%s (k, c) VALUES (?, 1)".formatted(table), key);
  }
}
