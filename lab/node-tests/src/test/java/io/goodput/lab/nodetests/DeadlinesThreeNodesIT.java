package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Requests whose clients say how long they wait, some by the library for the driver")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeadlinesThreeNodesIT {

  private static final int REQUESTS = 50;
  private static final String CLIENT_TIMEOUT_MILLIS = "200";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String READ = "SELECT v FROM rf1.awaited WHERE k = ?";
  private static final String WRITE = "INSERT INTO rf1.awaited (k, v) VALUES (?, 2)";

  private final ThreeNodes nodes;
  private final Cql coordinator;
  private final Cql replica;
  private final int key;

  private List<Throwable> errors = List.of();
  private Throwable writeError;
  private long executed;
  private AsyncResultSet patient;

  DeadlinesThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
    this.coordinator = nodes.rf1(1);
    this.replica = nodes.rf1(2);
    this.key = nodes.keyOn(2);
  }

  @BeforeAll
  void sendRequestsWhileTheReplicaStandsStill() throws Exception {
    coordinator.changeSchema("CREATE TABLE rf1.awaited (k int PRIMARY KEY, v int)");
    coordinator.run("INSERT INTO rf1.awaited (k, v) VALUES (?, 1)", key);
    try (CqlSession library = withLibrary()) {
      PreparedStatement read =
          library.prepare(SimpleStatement.newInstance(READ).setTimeout(TIMEOUT));
      long before = reads();
      CompletionStage<AsyncResultSet> write;
      CompletionStage<AsyncResultSet> last;
      nodes.node(2).suspend();
      try {
        List<CompletionStage<AsyncResultSet>> impatient =
            Stream.generate(() -> send(READ, CLIENT_TIMEOUT_MILLIS)).limit(REQUESTS).toList();
        write = send(WRITE, CLIENT_TIMEOUT_MILLIS);
        errors = impatient.stream().map(DeadlinesThreeNodesIT::error).toList();
        assertThat(
                Stream.generate(() -> library.executeAsync(read.bind(key).setTimeout(null)))
                    .limit(REQUESTS)
                    .toList()
                    .stream()
                    .map(DeadlinesThreeNodesIT::error))
            .doesNotContainNull();
        last = send(READ, "60000");
      } finally {
        nodes.node(2).resume();
      }
      writeError = error(write);
      patient = last.toCompletableFuture().join();
      executed = reads() - before;
    }
  }

  /** A session with the configuration of the documentation, and a request timeout. */
  private CqlSession withLibrary() throws IOException {
    String documented =
        Documents.block(Path.of("late-requests", "clients.md"), "hocon").stripTrailing();
    return Cql.builder(nodes.node(1))
        .withConfigLoader(
            DriverConfigLoader.fromString(
                documented
                    + "\ndatastax-java-driver.basic.request.timeout = "
                    + CLIENT_TIMEOUT_MILLIS
                    + " ms\ndatastax-java-driver.advanced.connection.init-query-timeout = 30 s"))
        .build();
  }

  private CompletionStage<AsyncResultSet> send(String query, String timeoutMillis) {
    return coordinator
        .session()
        .executeAsync(
            SimpleStatement.newInstance(query, key)
                .setConsistencyLevel(ONE)
                .setTimeout(TIMEOUT)
                .setCustomPayload(
                    Map.of(
                        "goodput.timeout_ms",
                        ByteBuffer.wrap(timeoutMillis.getBytes(StandardCharsets.UTF_8)))));
  }

  private static Throwable error(CompletionStage<AsyncResultSet> response) {
    return response.handle((rows, error) -> error).toCompletableFuture().join();
  }

  private long reads() {
    return replica
        .run(
            "SELECT count FROM system_views.local_read_latency"
                + " WHERE keyspace_name = 'rf1' AND table_name = 'awaited'")
        .one()
        .getLong(0);
  }

  @Test
  void reads_endWhenTheirClientsGiveUp() {
    assertThat(errors).hasSize(REQUESTS).hasOnlyElementsOfType(ReadTimeoutException.class);
  }

  @Test
  void reads_whoseClientsHaveGivenUp_areNotExecutedByTheReplica() {
    assertThat(patient.one()).isNotNull();
    assertThat(executed).isOne();
  }

  @Test
  void write_whoseClientHasGivenUp_isExecuted() {
    assertThat(writeError).isNull();
    await().atMost(TIMEOUT).until(() -> replica.run(READ, key).one().getInt(0) == 2);
  }
}
