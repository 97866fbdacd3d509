package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import io.goodput.example.posts.Posts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A burst of requests on a node that serves one request at a time")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LateRequestsIT {

  /** More than a node serves in ten milliseconds, but no more than the driver sends at a time. */
  private static final int BURST = 1000;

  private static final String READ = "SELECT * FROM t WHERE k = 1";
  private static final String WRITE = "INSERT INTO t (k, v) VALUES (1, 1)";

  /** A read that keeps the only thread busy for a while. */
  private static final String LONG_READ = "SELECT count(*) FROM wide WHERE k = 1";

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.withPlugin()
              .withSetting("native_transport_max_threads", 1)
              .withSetting("read_request_timeout", "60s")
              .withSetting("write_request_timeout", "60s")
              .withGoodputYaml("drop_late_requests: true\nclient_timeout_reads: 1s\n"));

  @BeforeAll
  void tables() {
    server.cql().run("CREATE TABLE t (k int PRIMARY KEY, v int)");
    server.cql().run("CREATE TABLE wide (k int, c int, PRIMARY KEY (k, c))");
    for (int c = 0; c < 300; c++) {
      server.cql().run("INSERT INTO wide (k, c) VALUES (1, ?)", c);
    }
  }

  @Test
  void writes_longTimeout_areServed() {
    assertThat(errors(WRITE, "60000")).isEmpty();
  }

  @Test
  void reads_shortTimeout_areDroppedAndNotRetried() {
    assertDroppedWithoutRetry("reads", READ, ReadTimeoutException.class);
  }

  @Test
  void reads_dropped_areAnEvent() {
    assertThat(errors(READ, "10")).isNotEmpty();

    await()
        .untilAsserted(
            () ->
                assertThat(server.cql().events("rejections_began"))
                    .contains(
                        "Some reads wait too long in this node's queue, and Goodput drops them"));
  }

  @Test
  void writes_droppedWithoutASetting_areAnEventThatNamesIt() {
    assertThat(errors(WRITE, "10")).isNotEmpty();

    await()
        .untilAsserted(
            () ->
                assertThat(server.cql().events("rejections_began"))
                    .contains(
                        "Some writes wait too long in this node's queue, and Goodput drops them; if"
                            + " clients that do not state their timeout wait for less than"
                            + " Cassandra does, set client_timeout_writes in goodput.yaml"));
  }

  @Test
  void writes_shortTimeout_areDroppedAndNotRetried() {
    assertDroppedWithoutRetry("writes", WRITE, WriteTimeoutException.class);
  }

  private void assertDroppedWithoutRetry(String kind, String query, Class<?> error) {
    long before = dropped(kind);

    List<Throwable> errors = errors(query, "10");

    assertThat(errors).isNotEmpty().hasOnlyElementsOfType(error);
    // Some reads may have ended with their clients instead.
    assertThat(errors.stream().filter(LateRequestsIT::isUnlikeOtherTimeouts))
        .isNotEmpty()
        .hasSize((int) (dropped(kind) - before));
  }

  private static boolean isUnlikeOtherTimeouts(Throwable error) {
    return error instanceof ReadTimeoutException read
        ? read.getReceived() == 0 && read.getBlockFor() == 1 && read.wasDataPresent()
        : error instanceof WriteTimeoutException write
            && write.getReceived() == 0
            && write.getBlockFor() == 0;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SELECT release_version FROM system.local", "SELECT * FROM goodput.queue"})
  void systemReads_shortTimeout_areServed(String query) {
    assertThat(errors(query, "1")).isEmpty();
  }

  /** If the clients' own timeouts decided, the queue would not stand before 7.5 s. */
  @Test
  @Tag("slow")
  void reads_overloadByPatientClients_areDroppedByUsualTimeout() {
    ClosedLoop patient = new ClosedLoop(server.cql().session(), request(LONG_READ, "60000"));

    patient.start(BURST);
    await().atMost(Duration.ofMinutes(2)).until(() -> patient.served() > 3 * BURST);
    patient.stop();

    assertThat(patient.errors()).containsExactly(ReadTimeoutException.class);
  }

  @Test
  void reads_late_getReasonInPayload() throws IOException {
    Python.install();
    ClosedLoop busy = new ClosedLoop(server.cql().session(), request(LONG_READ, "60000"));

    busy.start(BURST);
    // Of the table that all wait for: another one may share the place of its answer.
    Map<String, String> reasons = Python.reasons(server.node(), "ks", LONG_READ);
    busy.stop();

    assertThat(reasons)
        .isEqualTo(
            Map.of(
                "goodput.refused", "late",
                "goodput.retry", "later",
                "goodput.table", "ks.wide",
                "goodput.retry_after_ms", "400"));
  }

  static Stream<Arguments> invalidTimeouts() {
    return Stream.concat(
        Stream.of("soon", "0", "-1", "1.5", "", "10000000")
            .map(text -> arguments(bytes(text), text)),
        Stream.of(
            arguments(ByteBuffer.allocate(8).putLong(100).flip(), "???????d"),
            arguments(bytes("9".repeat(50_000)), "9".repeat(20) + "...")));
  }

  @ParameterizedTest
  @MethodSource("invalidTimeouts")
  void request_invalidTimeout_fails(ByteBuffer timeout, String shown) {
    SimpleStatement request =
        SimpleStatement.newInstance(READ).setCustomPayload(Map.of("goodput.timeout_ms", timeout));

    assertThatThrownBy(() -> server.cql().run(request))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(
            "Custom payload 'goodput.timeout_ms' must be a whole number of milliseconds from 1 to"
                + " 9999999 in text, not '%s'",
            shown);
  }

  @Test
  void timeout_withoutTimeoutInPayload_isTimeoutOfServer() {
    assertThat(
            server
                .cql()
                .run("SELECT client_timeout_ms FROM goodput.queue WHERE kind = 'range_reads'")
                .one()
                .getLong(0))
        .isEqualTo(10_000);
  }

  @Test
  void application_withTheDocumentedLibrary_sendsLess() throws IOException {
    Posts posts = new Posts();
    try (CqlSession session =
        Cql.builder(server.node()).withConfigLoader(Documents.driver()).build()) {
      PreparedStatement read = session.prepare("SELECT count(*) FROM ks.wide WHERE k = ?");

      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                IntStream.range(0, BURST).forEach(request -> posts.read(session, read, 1));
                return posts.notSent.sum() > BURST;
              });
    }

    assertThat(posts.answered.sum()).isPositive();
    assertThat(Files.readString(Documents.page(Path.of("late-requests", "clients.md"))))
        .contains(
            Files.readString(Path.of("src/test/java/io/goodput/example/posts/Posts.java"))
                .replaceAll("(?m)^package .*$", "")
                .strip());
  }

  @Test
  void droppedRequests_areCountedInJmx() throws Exception {
    errors(READ, "10");

    assertThat(
            (long) Jmx.metric(server.node(), "scope=reads,name=DroppedTooLate", "Count")
                + (long) Jmx.metric(server.node(), "scope=reads,name=DroppedForOverload", "Count"))
        .isEqualTo(dropped("reads"));
  }

  /** Sends a burst of requests, which the driver may retry, and returns their errors. */
  private List<Throwable> errors(String query, String timeoutMillis) {
    SimpleStatement request = request(query, timeoutMillis).setIdempotent(true);
    List<CompletionStage<AsyncResultSet>> responses = new ArrayList<>();
    IntStream.range(0, BURST)
        .forEach(i -> responses.add(server.cql().session().executeAsync(request)));
    return responses.stream()
        .map(response -> response.handle((rows, error) -> error).toCompletableFuture().join())
        .filter(Objects::nonNull)
        .toList();
  }

  private static SimpleStatement request(String query, String timeoutMillis) {
    return SimpleStatement.newInstance(query)
        .setCustomPayload(Map.of("goodput.timeout_ms", bytes(timeoutMillis)));
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private long dropped(String kind) {
    var row =
        server
            .cql()
            .run(
                "SELECT dropped_too_late, dropped_for_overload FROM goodput.queue WHERE kind = ?",
                kind)
            .one();
    return row.getLong(0) + row.getLong(1);
  }
}
