package io.goodput.lab.nodetests;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@DisplayName("Lightweight transactions on one partition")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionLinesIT {

  private static final String INSERT = "INSERT INTO in_line (k, c) VALUES (?, ?) IF NOT EXISTS";

  /** As many as may wait, and one. */
  private static final int LINE = 65;

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withSetting("cas_contention_timeout", "10s")
              .withSetting("write_request_timeout", "10s")
              .withGoodputYaml("lwt_lines: on\n"));

  @BeforeAll
  void tables() {
    server.cql().run("CREATE TABLE in_line (k int, c int, PRIMARY KEY (k, c))");
    server.cql().run("CREATE TABLE step (k int PRIMARY KEY, v int)");
  }

  @Test
  @DisplayName("that arrive together at one node are all applied, prepared or not")
  void burst_atOneNode_isApplied() throws Exception {
    PreparedStatement insert = session().prepare(INSERT);

    List<String> ofFirst = errors(LINE - 2, c -> insert.bind(1, c));
    List<String> ofSecond = errors(LINE - 2, c -> insert.bind(2, c));

    List<String> ofText =
        errors(
            20,
            c ->
                SimpleStatement.newInstance(
                    "INSERT INTO in_line (k, c) VALUES (6, %d) IF NOT EXISTS".formatted(c)));

    assertThat(ofFirst).isEmpty();
    assertThat(ofSecond).isEmpty();
    assertThat(ofText).isEmpty();
    assertThat(rows(1)).isEqualTo(LINE - 2);
    assertThat(rows(2)).isEqualTo(LINE - 2);
    assertThat(counted("TransactionsWaited")).isGreaterThan(LINE);
    assertThat(Jmx.metric(server.node(), "name=TransactionsInLine", "Value")).isEqualTo(0);
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
                        + " one partition of table ks.in_line; retry after 100 ms"));
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
                        + " client does for one partition of table ks.in_line"));
    assertThat(rows(5)).isEqualTo(10 + LINE - 2 - errors.size());
  }

  @Test
  @DisplayName("that compare and set lose no step, and none has an unknown result")
  void counter_ofManyClients_losesNoStep() {
    server.cql().run("INSERT INTO step (k, v) VALUES (1, 0)");
    int steps = 20;
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int client = 0; client < 6; client++) {
      clients.add(
          CompletableFuture.runAsync(
              () -> step(session(), steps), task -> new Thread(task, "steps").start()));
    }

    clients.forEach(CompletableFuture::join);

    assertThat(value(session())).isEqualTo(6 * steps);
  }

  private static void step(CqlSession session, int number) {
    PreparedStatement set = session.prepare("UPDATE step SET v = ? WHERE k = 1 IF v = ?");
    int applied = 0;
    while (applied < number) {
      int value = value(session);
      applied += session.execute(set.bind(value + 1, value)).wasApplied() ? 1 : 0;
    }
  }

  private static int value(CqlSession session) {
    PreparedStatement read = session.prepare("SELECT v FROM step WHERE k = 1");
    return session.execute(read.bind().setConsistencyLevel(SERIAL)).one().getInt(0);
  }

  private CqlSession session() {
    return server.cql().session();
  }

  private long rows(int key) {
    return session().execute("SELECT count(*) FROM in_line WHERE k = " + key).one().getLong(0);
  }

  private long counted(String metric) throws Exception {
    return (long) Jmx.metric(server.node(), "name=" + metric, "Count");
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
