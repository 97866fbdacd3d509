package io.goodput.cassandra.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.request.Verdict;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("When a node gives up on a request that entered its queue at 0 and left it at 50 ms")
class DeadlineGuardTest {

  private static final long QUEUED_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String READ = "SELECT * FROM ks.t WHERE k = 1";

  @AfterEach
  void end() {
    Statements.end();
  }

  @ParameterizedTest(name = "{1}, {0}: {2} ms")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # statement                                               | consistency | deadline
          SELECT * FROM ks.t WHERE k = 1                            | QUORUM      |  400
          SELECT * FROM ks.t                                        | ONE         |  400
          SELECT * FROM ks.t WHERE k = 1                            | SERIAL      | 5050
          INSERT INTO ks.t (k, v) VALUES (1, 2)                     | QUORUM      | 2050
          UPDATE ks.counts SET c = c + 1 WHERE k = 1                | QUORUM      | 5050
          """)
  void deadline_ofAClientThatWaits400Millis(
      String statement, ConsistencyLevel consistency, long deadlineMillis) {
    assertThat(deadlineMillis(guard(Map.of()), statement, consistency, "400"))
        .isEqualTo(deadlineMillis);
  }

  @ParameterizedTest(name = "states {0} ms: {1} ms")
  @CsvSource({"4999, 4999", "5000, 5050", "9999999, 5050", ", 5050"})
  void deadline_ofAnyClient_isNeverLaterThanCassandras(
      @Nullable String stated, long deadlineMillis) {
    assertThat(deadlineMillis(guard(Map.of()), READ, ConsistencyLevel.ONE, stated))
        .isEqualTo(deadlineMillis);
  }

  @Test
  void deadline_ofAClientThatStatesNothing_isThatOfTheSetting() {
    DeadlineGuard guard = guard(Map.of(RequestKind.READS, Duration.ofMillis(300)));

    assertThat(deadlineMillis(guard, READ, ConsistencyLevel.ONE, null)).isEqualTo(300);
  }

  @Test
  void deadline_ofAReadForAGroup_isCassandras() {
    Request request = admitted(guard(Map.of()), READ, ConsistencyLevel.ONE, "400");

    assertThat(TimeUnit.NANOSECONDS.toMillis(request.deadlineNanos())).isEqualTo(5_050);

    request.beginAt(QUEUED_NANOS);
    assertThat(deadlineMillis(request)).isEqualTo(5_050);
  }

  private static DeadlineGuard guard(Map<RequestKind, Duration> clientTimeouts) {
    return new DeadlineGuard(clientTimeouts, new ServiceLevels(new Faults()), () -> false);
  }

  private static long deadlineMillis(
      DeadlineGuard guard,
      String statement,
      ConsistencyLevel consistency,
      @Nullable String stated) {
    return deadlineMillis(admitted(guard, statement, consistency, stated));
  }

  private static Request admitted(
      DeadlineGuard guard,
      String statement,
      ConsistencyLevel consistency,
      @Nullable String stated) {
    Map<String, ByteBuffer> payload =
        stated == null
            ? Map.of()
            : Map.of(
                "goodput.timeout_ms", ByteBuffer.wrap(stated.getBytes(StandardCharsets.US_ASCII)));
    Request request =
        CurrentRequest.prepared(
            Statements.parse(statement),
            new QueryState(ClientState.forInternalCalls()),
            QueryOptions.forInternalCalls(consistency, List.of()),
            payload,
            new Dispatcher.RequestTime(0, QUEUED_NANOS));
    assertThat(guard.decide(request, Occasion.EXECUTION)).isSameAs(Verdict.ADMIT);
    return request;
  }

  /** When Cassandra would give up on a request. */
  private static long deadlineMillis(Request request) {
    AtomicReference<Dispatcher.RequestTime> time = new AtomicReference<>();
    ResultMessage unused = Execution.on(handler(time)).execute(request);
    return TimeUnit.NANOSECONDS.toMillis(
        Objects.requireNonNull(time.get()).computeDeadline(request.kind().serverTimeoutNanos()));
  }

  /** Takes note of the times by which Cassandra would execute a request. */
  private static QueryHandler handler(AtomicReference<Dispatcher.RequestTime> time) {
    return (QueryHandler)
        Proxy.newProxyInstance(
            QueryHandler.class.getClassLoader(),
            new Class<?>[] {QueryHandler.class},
            (proxy, method, arguments) -> {
              time.set((Dispatcher.RequestTime) arguments[arguments.length - 1]);
              return new ResultMessage.Void();
            });
  }
}
