package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.goodput.lab.nodes.Cluster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.JMException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Requests through the first of two nodes, whose clients say how long they wait")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeadlinesClusterIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int BATCHES = 60;
  private static final int ROWS_PER_BATCH = 500;
  private static final int REQUESTS = 50;

  /** Reads all rows of a partition, and returns none. */
  private static final String LONG_READ =
      "SELECT * FROM ks.wide WHERE k = ? AND v = 2 ALLOW FILTERING";

  private final Cluster cluster =
      Cluster.start(
          Nodes.on(Nodes.THREE_NODES_PORT)
              .withNodes(2)
              .withOptions(
                  Nodes.secured(Nodes.withPlugin())
                      .withSetting("write_request_timeout", "30s")
                      // The replica that stands still may have the roles.
                      .withSetting("roles_validity", "1h")
                      .withSetting("permissions_validity", "1h")
                      .withGoodputYaml("drop_late_requests: true\n")));

  private final Cql coordinator = Cql.connect(cluster.node(1), "ks");

  @BeforeAll
  void tables() {
    coordinator.changeSchema("CREATE TABLE wide (k int, c int, v int, PRIMARY KEY (k, c))");
    PreparedStatement insert = coordinator.prepare("INSERT INTO wide (k, c, v) VALUES (?, ?, 1)");
    for (int node = 1; node <= 2; node++) {
      int key = keyOn(node);
      for (int batch = 0; batch < BATCHES; batch++) {
        BatchStatement rows = BatchStatement.newInstance(BatchType.UNLOGGED);
        for (int row = 0; row < ROWS_PER_BATCH; row++) {
          rows = rows.add(insert.bind(key, batch * ROWS_PER_BATCH + row));
        }
        coordinator.run(rows);
      }
    }
  }

  @AfterAll
  void close() {
    coordinator.close();
    cluster.kill();
  }

  private int keyOn(int node) {
    TokenMap tokens = coordinator.session().getMetadata().getTokenMap().orElseThrow();
    return IntStream.range(0, 1_000)
        .filter(
            key ->
                tokens
                    .getReplicas("ks", TypeCodecs.INT.encodePrimitive(key, ProtocolVersion.DEFAULT))
                    .stream()
                    .allMatch(
                        replica ->
                            replica
                                .getEndPoint()
                                .resolve()
                                .equals(cluster.node(node).contactPoint())))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest(name = "on node {0}")
  @ValueSource(ints = {1, 2})
  @DisplayName("A read that its replica executes is stopped when its client gives up")
  void read_underWay_isStopped(int node) throws Exception {
    long before = dropped(node);

    await()
        .atMost(LIMIT)
        .until(
            () -> {
              Throwable unused = error(send(LONG_READ, keyOn(node), "5"));
              return dropped(node) > before;
            });
  }

  @Test
  @DisplayName("The library for the Java driver says how long its session waits")
  void read_ofTheLibrary_isStopped() throws Exception {
    long before = dropped(2);
    try (CqlSession library = withLibrary()) {
      SimpleStatement read =
          SimpleStatement.newInstance(LONG_READ, keyOn(2)).setTimeout(Duration.ofMillis(5));

      await()
          .atMost(LIMIT)
          .until(
              () -> {
                assertThat(error(library.executeAsync(read)))
                    .isInstanceOfAny(DriverTimeoutException.class, ReadTimeoutException.class);
                return dropped(2) > before;
              });
    }
  }

  /** A session with the configuration of the documentation. */
  private CqlSession withLibrary() throws IOException {
    return Cql.builder(cluster.node(1))
        .withConfigLoader(Documents.driver("datastax-java-driver.basic.request.timeout = 30 s"))
        .build();
  }

  @Test
  @DisplayName("While a replica stands still, reads end with their clients, and a write does not")
  void requests_toAReplicaThatStandsStill() {
    int key = keyOn(2);
    CompletionStage<AsyncResultSet> write;
    cluster.node(2).suspend();
    try {
      List<CompletionStage<AsyncResultSet>> reads =
          Stream.generate(() -> send("SELECT v FROM ks.wide WHERE k = ? AND c = 1", key, "200"))
              .limit(REQUESTS)
              .toList();
      write = send("INSERT INTO ks.wide (k, c, v) VALUES (?, -1, 1)", key, "200");

      long begin = System.nanoTime();
      assertThat(reads.stream().map(DeadlinesClusterIT::error))
          .hasSize(REQUESTS)
          .hasOnlyElementsOfType(ReadTimeoutException.class);
      // Cassandra's own timeout is five seconds.
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
    } finally {
      cluster.node(2).resume();
    }
    assertThat(error(write)).isNull();
  }

  private CompletionStage<AsyncResultSet> send(String query, int key, String timeoutMillis) {
    return coordinator
        .session()
        .executeAsync(
            SimpleStatement.newInstance(query, key)
                .setTimeout(LIMIT)
                .setCustomPayload(
                    Map.of(
                        "goodput.timeout_ms",
                        ByteBuffer.wrap(timeoutMillis.getBytes(StandardCharsets.UTF_8)))));
  }

  private static Throwable error(CompletionStage<AsyncResultSet> response) {
    return response.handle((rows, error) -> error).toCompletableFuture().join();
  }

  /** Reads that a replica has not executed, or not to their end. */
  private long dropped(int node) throws IOException, JMException {
    return (long)
        Jmx.attribute(
            cluster.node(node),
            "org.apache.cassandra.metrics:type=DroppedMessage,scope=READ_REQ,name=Dropped",
            "Count");
  }
}
