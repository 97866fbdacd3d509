package io.goodput.lab.nodetests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("A second query handler named in goodput.yaml")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StackedHandlerIT {

  private static final SimpleStatement INSERT =
      SimpleStatement.newInstance("INSERT INTO free (k) VALUES (1)");

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.withPlugin()
              .withGoodputYaml(
                  "query_handler: org.apache.cassandra.cql3.CustomPayloadMirroringQueryHandler"));

  @BeforeAll
  void tables() {
    server.cql().run("CREATE TABLE free (k int PRIMARY KEY)");
    server.cql().run("CREATE TABLE limited (k int PRIMARY KEY) WITH " + RateLimit.reads(0));
  }

  @Test
  void simpleStatement_isPassedToHandler() {
    assertMirrored(INSERT);
  }

  @Test
  void preparedStatement_isPassedToHandler() {
    assertMirrored(server.cql().prepare("INSERT INTO free (k) VALUES (?)").bind(1));
  }

  @Test
  void batch_isPassedToHandler() {
    assertMirrored(BatchStatement.newInstance(DefaultBatchType.LOGGED, INSERT));
  }

  @Test
  void read_limitOfZero_isRejected() {
    server
        .cql()
        .assertRejected(
            "reads", "limited", () -> server.cql().run("SELECT * FROM limited WHERE k = 1"));
  }

  /** This handler returns the payload of a request. */
  private <T extends Statement<T>> void assertMirrored(T statement) {
    Map<String, ByteBuffer> payload = Map.of("key", ByteBuffer.wrap("value".getBytes(UTF_8)));

    assertThat(
            server
                .cql()
                .run(statement.setCustomPayload(payload))
                .getExecutionInfo()
                .getIncomingPayload())
        .isEqualTo(payload);
  }
}
