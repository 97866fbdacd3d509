package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A node without goodput.yaml, with one request thread,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefaultsIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int BURST = 1000;

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(Nodes.withPlugin().withSetting("native_transport_max_threads", 1));

  @BeforeAll
  void table() {
    server.cql().run("CREATE TABLE t (k int PRIMARY KEY, v int)");
  }

  @DisplayName("serves requests that wait for longer than their clients")
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"SELECT * FROM t WHERE k = 1", "INSERT INTO t (k, v) VALUES (1, 1)"})
  void burst(String query) {
    SimpleStatement request = withTimeout(query, "1");
    List<CompletionStage<AsyncResultSet>> answers =
        Stream.generate(() -> server.cql().session().executeAsync(request)).limit(BURST).toList();

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.toCompletableFuture()).succeedsWithin(TIMEOUT));
  }

  @Test
  @DisplayName("ignores an invalid timeout of a client")
  void invalidTimeout() {
    assertThat(server.cql().run(withTimeout("SELECT * FROM t WHERE k = 2", "soon")).all())
        .isEmpty();
  }

  @Test
  @DisplayName("enforces limits, and serves late requests")
  void guards() throws IOException {
    assertThat(server.logged("Goodput is on"))
        .singleElement()
        .asString()
        .contains("limits are enforced", "late requests are served");
  }

  @Test
  @DisplayName("executes each read by itself")
  void coalescing() {
    assertThat(server.cql().setting("coalesce_reads")).isEqualTo("off");
  }

  @Test
  @DisplayName("does not share its room")
  void fairShares() {
    assertThat(server.cql().setting("fair_shares")).isEqualTo("off");
  }

  @Test
  @DisplayName("lets its own work run at the rates that are set")
  void yielding() {
    assertThat(server.cql().setting("yield_to_requests")).isEqualTo("off");
  }

  @Test
  @DisplayName("only observes reads that run away")
  void runawayReads() {
    assertThat(server.cql().setting("runaway_reads")).isEqualTo("observe");
  }

  @Test
  @DisplayName("does not weight reads")
  void weighting() {
    assertThat(server.cql().setting("heat_weighted_reads")).isEqualTo("false");
    assertThat(server.cql().run("SELECT * FROM goodput.heat").all()).isEmpty();
  }

  private static SimpleStatement withTimeout(String query, String millis) {
    ByteBuffer text = ByteBuffer.wrap(millis.getBytes(StandardCharsets.UTF_8));
    return SimpleStatement.newInstance(query).setCustomPayload(Map.of("goodput.timeout_ms", text));
  }
}
