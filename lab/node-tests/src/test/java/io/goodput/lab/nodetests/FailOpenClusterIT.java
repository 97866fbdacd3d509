package io.goodput.lab.nodetests;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.goodput.lab.nodes.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "Faults on two of three nodes: one in stamping requests, one in judging those of others")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailOpenClusterIT {

  private static final String LIMIT = "io.goodput.cassandra.limit.";
  private static final int KEYS = 60;

  private Cluster cluster;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    cluster =
        Cluster.start(
            Nodes.on(Nodes.THREE_NODES_PORT).withNodes(3).withOptions(Nodes.withPlugin()));
    restart(
        1,
        folder,
        new FailingClass(LIMIT + "Stamp", named("on")),
        new FailingClass(LIMIT + "DemandMessage", named("bytes")));
    restart(
        2,
        folder,
        new FailingClass(LIMIT + "ReplicaRequest", named("key")),
        new FailingClass(LIMIT + "Demands", named("read")));
    try (Cql cql = Cql.connect(cluster.node(3), "ks")) {
      cql.changeSchema("CREATE TABLE t (k int PRIMARY KEY) WITH " + RateLimit.of(0, 0));
    }
  }

  private void restart(int node, Path folder, FailingClass... classes) throws IOException {
    cluster.node(node).stop();
    cluster.start(
        cluster.node(node), FailingClass.on(folder.resolve(Integer.toString(node)), classes));
  }

  @AfterAll
  void kill() {
    cluster.kill();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT * FROM ks.t WHERE k = %d", "INSERT INTO ks.t (k) VALUES (%d)"})
  @DisplayName("A node that cannot stamp its requests lets the replicas serve them")
  void request_stampingFails_isServedByOtherReplicas(String request) throws Exception {
    List<String> errors = errors(1, request);

    assertThat(errors).hasSizeBetween(1, KEYS - 1).allMatch(this::isByCoordinator);
    awaitFaults(1, "stamping a request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT * FROM ks.t WHERE k = %d", "INSERT INTO ks.t (k) VALUES (%d)"})
  @DisplayName("A replica that cannot judge requests serves them; the other replica rejects")
  void request_gateFails_isServedByThatReplica(String request) throws Exception {
    List<String> errors = errors(3, request);

    assertThat(errors).hasSizeBetween(2, KEYS - 1).anyMatch(message -> !isByCoordinator(message));
    awaitFaults(2, "deciding on another node's request");
  }

  @Test
  @DisplayName("Nodes that cannot write or read reports serve and reject as before, and say so")
  void reports_exchangeFails_isLogged() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                errors(3, "SELECT * FROM ks.t WHERE k = %d").size() > 1
                    && errors(1, "SELECT * FROM ks.t WHERE k = %d").size() > 1
                    && isLogged(1, "sharing limits")
                    && isLogged(2, "reading a report"));
  }

  private List<String> errors(int node, String request) {
    try (Cql cql = Cql.connect(cluster.node(node), "ks")) {
      return IntStream.range(0, KEYS)
          .mapToObj(k -> SimpleStatement.newInstance(request.formatted(k)))
          .flatMap(one -> Flood.run(cql, one, Duration.ZERO).errors().stream())
          .toList();
    }
  }

  private boolean isByCoordinator(String message) {
    return message.endsWith("rejected by coordinator");
  }

  private void awaitFaults(int node, String doing) throws Exception {
    assertThat((Long) Jmx.metric(cluster.node(node), "name=Faults", "Count")).isPositive();
    await().atMost(Duration.ofSeconds(10)).until(() -> isLogged(node, doing));
  }

  private boolean isLogged(int node, String doing) throws IOException {
    return Files.readString(cluster.node(node).log()).contains("Goodput failed while " + doing);
  }
}
