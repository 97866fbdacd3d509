package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("On a node that serves one request at a time, of those that come all at once")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LateRequestsIT {

  /** More than a node serves in ten milliseconds, and no more than the driver sends at once. */
  private static final int AT_ONCE = 1000;

  private static final String READ = "SELECT * FROM t WHERE k = 1";
  private static final String WRITE = "INSERT INTO t (k, v) VALUES (1, 1)";

  @AutoClose
  private final OneNode one =
      OneNode.start(Nodes.withPlugin().withSetting("native_transport_max_threads", 1));

  @BeforeAll
  void table() {
    one.cql().run("CREATE TABLE t (k int PRIMARY KEY, v int)");
  }

  @Test
  void thoseThatTheirClientsWaitForAreServed() {
    assertThat(errors(WRITE, "60000")).isEmpty();
  }

  @Test
  void readsThatWaitedTooLongAreDropped_andNotSentAgain() {
    long before = dropped("reads");

    List<Throwable> errors = errors(READ, "10");

    assertThat(errors)
        .hasSizeBetween(1, AT_ONCE - 1)
        .hasOnlyElementsOfType(ReadTimeoutException.class);
    assertThat(dropped("reads") - before).isEqualTo(errors.size());
  }

  @Test
  void writesThatWaitedTooLongAreDropped_andNotSentAgain() {
    long before = dropped("writes");

    List<Throwable> errors = errors(WRITE, "10");

    assertThat(errors)
        .hasSizeBetween(1, AT_ONCE - 1)
        .hasOnlyElementsOfType(WriteTimeoutException.class);
    assertThat(dropped("writes") - before).isEqualTo(errors.size());
  }

  @Test
  void thoseThatDriversAndOperatorsAskOfTheSystemAreServed() {
    assertThat(errors("SELECT release_version FROM system.local", "1")).isEmpty();
    assertThat(errors("SELECT * FROM goodput.queue", "1")).isEmpty();
  }

  @Test
  void thoseWithAPatienceThatIsNoneAreRefused() {
    assertThatThrownBy(() -> one.cql().run(request(READ, "soon")))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(
            "Custom payload 'goodput.timeout_ms' must be a whole number of milliseconds from 1 to"
                + " 9999999 in text, not 'soon'");
  }

  @Test
  void thePatienceOfOthersIsTheServersOwn() {
    assertThat(
            one.cql()
                .run("SELECT patience_ms FROM goodput.queue WHERE kind = 'range_reads'")
                .one()
                .getLong(0))
        .isEqualTo(10_000);
  }

  @Test
  void droppedOnesAreCountedInJmx() throws Exception {
    errors(READ, "10");

    assertThat(
            (long) Jmx.metric(one.node(), "scope=reads,name=DroppedTooLate", "Count")
                + (long) Jmx.metric(one.node(), "scope=reads,name=DroppedForOverload", "Count"))
        .isEqualTo(dropped("reads"));
  }

  @Test
  void failuresAreMadeWithoutStackTraces() throws IOException {
    assertThat(one.logged("are made without stack traces (stackless_failures in goodput.yaml)"))
        .singleElement()
        .asString()
        .contains("INFO");
  }

  /** Of requests sent at once; the driver may send them again, if it wants to. */
  private List<Throwable> errors(String query, String patience) {
    SimpleStatement request = request(query, patience).setIdempotent(true);
    List<CompletionStage<AsyncResultSet>> answers = new ArrayList<>();
    IntStream.range(0, AT_ONCE)
        .forEach(i -> answers.add(one.cql().session().executeAsync(request)));
    return answers.stream()
        .map(answer -> answer.handle((rows, error) -> error).toCompletableFuture().join())
        .filter(Objects::nonNull)
        .toList();
  }

  private static SimpleStatement request(String query, String patience) {
    ByteBuffer text = ByteBuffer.wrap(patience.getBytes(StandardCharsets.UTF_8));
    return SimpleStatement.newInstance(query).setCustomPayload(Map.of("goodput.timeout_ms", text));
  }

  private long dropped(String kind) {
    var row =
        one.cql()
            .run(
                "SELECT dropped_too_late, dropped_for_overload FROM goodput.queue WHERE kind = ?",
                kind)
            .one();
    return row.getLong(0) + row.getLong(1);
  }
}
