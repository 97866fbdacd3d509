package io.goodput.it;

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

@DisplayName("With another query handler named in goodput.yaml, here one that returns payloads,")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StackedHandlerIT {

  private static final SimpleStatement INSERT =
      SimpleStatement.newInstance("INSERT INTO free (k) VALUES (1)");

  @AutoClose
  private final OneNode one =
      OneNode.start(
          Nodes.withPlugin()
              .withGoodputYaml(
                  "query_handler: org.apache.cassandra.cql3.CustomPayloadMirroringQueryHandler"));

  @BeforeAll
  void tables() {
    one.cql().run("CREATE TABLE free (k int PRIMARY KEY)");
    one.cql()
        .run(
            "CREATE TABLE limited (k int PRIMARY KEY)"
                + " WITH per_partition_rate_limit = {'max_reads_per_second': 0}");
  }

  @Test
  void simpleStatement_passesThroughIt() {
    assertMirrored(INSERT);
  }

  @Test
  void preparedStatement_passesThroughIt() {
    assertMirrored(one.cql().prepare("INSERT INTO free (k) VALUES (?)").bind(1));
  }

  @Test
  void batch_passesThroughIt() {
    assertMirrored(BatchStatement.newInstance(DefaultBatchType.LOGGED, INSERT));
  }

  @Test
  void limits_hold() {
    one.cql()
        .assertRefused(
            "reads", "limited", () -> one.cql().run("SELECT * FROM limited WHERE k = 1"));
  }

  private <T extends Statement<T>> void assertMirrored(T statement) {
    Map<String, ByteBuffer> payload = Map.of("key", ByteBuffer.wrap("value".getBytes(UTF_8)));

    assertThat(
            one.cql()
                .run(statement.setCustomPayload(payload))
                .getExecutionInfo()
                .getIncomingPayload())
        .isEqualTo(payload);
  }
}
