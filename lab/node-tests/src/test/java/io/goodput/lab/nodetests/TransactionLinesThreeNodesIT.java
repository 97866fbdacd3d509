package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Lightweight transactions on one partition")
@ExtendWith(ThreeNodes.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionLinesThreeNodesIT {

  private static final String INSERT = "INSERT INTO rf3.in_line (k, c) VALUES (?, ?) IF NOT EXISTS";

  /** As many as may wait, and one. */
  private static final int LINE = 65;

  private final ThreeNodes nodes;

  TransactionLinesThreeNodesIT(ThreeNodes nodes) {
    this.nodes = nodes;
  }

  @BeforeAll
  void tables() {
    nodes.rf3(1).changeSchema("CREATE TABLE rf3.in_line (k int, c int, PRIMARY KEY (k, c))");
    nodes.rf3(1).changeSchema("CREATE TABLE rf3.step (k int PRIMARY KEY, v int)");
  }

  @Test
  @DisplayName("that arrive together at one node are all applied, prepared or not")
  void burst_atOneNode_isApplied() throws Exception {
    PreparedStatement insert = session().prepare(INSERT);

    List<String> ofFirst = errors(LINE - 2, c -> insert.bind(1, c));
    List<String> ofSecond = errors(LINE - 2, c -> insert.bind(2, c));

    assertThat(ofFirst).isEmpty();
    assertThat(ofSecond).isEmpty();
    assertThat(rows(1)).isEqualTo(LINE - 2);
    assertThat(rows(2)).isEqualTo(LINE - 2);
    assertThat(counted("TransactionsWaited")).isGreaterThan(LINE);
    assertThat(Jmx.metric(nodes.node(1), "name=TransactionsInLine", "Value")).isEqualTo(0);
  }

  @Test
  @DisplayName("in batches, which wait with their threads, are all applied")
  void batches_atOneNode_areApplied() throws Exception {
    PreparedStatement insert = session().prepare(INSERT);

    List<String> errors =
        errors(
            20,
            c ->
                BatchStatement.newInstance(
                    BatchType.UNLOGGED, insert.bind(3, 2 * c), insert.bind(3, 2 * c + 1)));

    assertThat(errors).isEmpty();
    assertThat(rows(3)).isEqualTo(40);
  }

  @Test
  @DisplayName("beyond the length of the line are refused, and not applied")
  void burst_longerThanTheLine_isRefusedInPart() throws Exception {
    PreparedStatement insert = session().prepare(INSERT);
    errors(10, c -> insert.bind(4, c));

    List<String> errors = errors(400, c -> insert.bind(4, 100 + c));

    assertThat(errors)
        .isNotEmpty()
        .allMatch(
            it ->
                it.contains(
                    "Not executed: 64 lightweight transactions (lwt_line_length) wait in line for"
                        + " one partition of table rf3.in_line; retry after 100 ms"));
    assertThat(rows(4)).isEqualTo(10 + 400 - errors.size());
  }

  @Test
  @DisplayName("whose clients give up while they wait are refused, and not applied")
  void burst_ofShortTimeouts_isRefusedInPart() throws Exception {
    PreparedStatement insert = session().prepare(INSERT);
    errors(10, c -> insert.bind(5, c));
    Map<String, ByteBuffer> timeout =
        Map.of("goodput.timeout_ms", ByteBuffer.wrap("5".getBytes(StandardCharsets.US_ASCII)));

    List<String> errors = errors(LINE - 2, c -> insert.bind(5, 100 + c).setCustomPayload(timeout));

    assertThat(errors)
        .isNotEmpty()
        .allMatch(
            it ->
                it.contains(
                    "Not executed: the lightweight transaction waited in line for as long as its"
                        + " client does for one partition of table rf3.in_line"));
    assertThat(rows(5)).isEqualTo(10 + LINE - 2 - errors.size());
  }

  @Test
  @DisplayName("that compare and set through all nodes lose no step")
  void counters_throughAllNodes_loseNoStep() {
    nodes.rf3(1).run("INSERT INTO rf3.step (k, v) VALUES (1, 0)");
    int steps = 12;
    List<CompletableFuture<Steps>> clients = new ArrayList<>();
    for (int client = 0; client < 6; client++) {
      CqlSession session = nodes.rf3(client % 3 + 1).session();
      clients.add(
          CompletableFuture.supplyAsync(
              () -> steps(session, steps), task -> new Thread(task, "steps").start()));
    }
    List<Steps> done = clients.stream().map(CompletableFuture::join).toList();

    int applied = done.stream().mapToInt(Steps::applied).sum();
    int unknown = done.stream().mapToInt(Steps::unknown).sum();
    assertThat(value(session())).isBetween(applied, applied + unknown);
  }

  /** Steps that were applied, and steps that may have been. */
  private record Steps(int applied, int unknown) {}

  /** Clients of other nodes can still preempt a transaction. */
  private static Steps steps(CqlSession session, int number) {
    PreparedStatement set = session.prepare("UPDATE rf3.step SET v = ? WHERE k = 1 IF v = ?");
    int applied = 0;
    int unknown = 0;
    while (applied < number) {
      try {
        int value = value(session);
        applied += session.execute(set.bind(value + 1, value)).wasApplied() ? 1 : 0;
      } catch (CASWriteUnknownException e) {
        unknown++;
      }
    }
    return new Steps(applied, unknown);
  }

  private static int value(CqlSession session) {
    PreparedStatement read = session.prepare("SELECT v FROM rf3.step WHERE k = 1");
    return session.execute(read.bind().setConsistencyLevel(SERIAL)).one().getInt(0);
  }

  private CqlSession session() {
    return nodes.rf3(1).session();
  }

  private long rows(int key) {
    return session().execute("SELECT count(*) FROM rf3.in_line WHERE k = " + key).one().getLong(0);
  }

  private long counted(String metric) throws Exception {
    return (long) Jmx.metric(nodes.node(1), "name=" + metric, "Count");
  }

  /** Sends transactions together; returns the errors. */
  private List<String> errors(int number, IntFunction<Statement<?>> transaction)
      throws InterruptedException {
    List<CompletableFuture<AsyncResultSet>> answers = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      answers.add(session().executeAsync(transaction.apply(i)).toCompletableFuture());
    }
    List<String> errors = new ArrayList<>();
    for (CompletableFuture<AsyncResultSet> answer : answers) {
      try {
        answer.get();
      } catch (ExecutionException e) {
        errors.add(String.valueOf(e.getCause()));
      }
    }
    return errors;
  }
}
