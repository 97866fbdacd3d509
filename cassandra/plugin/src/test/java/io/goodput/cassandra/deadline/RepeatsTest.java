package io.goodput.cassandra.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.level.ServiceLevels;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Explained;
import io.goodput.cassandra.request.Handover;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.cassandra.request.RequestKind;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.request.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Requests that repeat a failed one, on a node that receives more than it serves")
class RepeatsTest {

  private static final CQLStatement READ = Statements.parse("SELECT * FROM ks.t WHERE k = ?");

  /** Repeats of a tenant without a success. */
  private static final int FEW = 10;

  private boolean overloaded = true;
  private final DeadlineGuard guard =
      new DeadlineGuard(Map.of(), new ServiceLevels(new Faults()), () -> overloaded);

  @AfterEach
  void end() {
    Statements.end();
  }

  @Test
  void repeats_aboveTheBudget_areRefused() {
    fail(FEW + 5);

    assertThat(admitted(FEW + 5, null)).isEqualTo(FEW);
    assertThat(dropped()).isEqualTo(5);
  }

  @Test
  void refusal_saysThatNoRetryIsWorthIt() {
    fail(FEW + 1);
    admitted(FEW, null);

    assertThat(send(1, null))
        .isInstanceOfSatisfying(
            Rejection.class,
            rejection ->
                assertThat(((Explained) rejection.answer()).payload())
                    .containsEntry("goodput.refused", ByteBufferUtil.bytes("repeat"))
                    .containsEntry("goodput.retry", ByteBufferUtil.bytes("never")));
  }

  @Test
  void refusedRepeat_explainsNoFurtherOne() {
    fail(FEW + 1);
    admitted(FEW, null);

    assertThat(send(1, null)).isInstanceOf(Rejection.class);
    assertThat(send(1, null)).isSameAs(Verdict.ADMIT);
  }

  @Test
  void successes_earnRepeats() {
    fail(FEW + 5);
    admitted(FEW, null);

    succeed(20);

    assertThat(admitted(5, null)).isEqualTo(2);
  }

  @ParameterizedTest(name = "overloaded: {0}")
  @ValueSource(booleans = {true, false})
  void repeatWithAnAttempt_usesUpAFailure(boolean now) {
    fail(1);
    overloaded = now;

    send(1, "2");

    overloaded = true;
    spendAll();
    assertThat(send(1, null)).isSameAs(Verdict.ADMIT);
  }

  @Test
  void repeat_onANodeThatServesAll_usesUpItsFailure() {
    overloaded = false;
    fail(1);
    send(1, null);

    overloaded = true;
    spendAll();
    assertThat(send(1, null)).isSameAs(Verdict.ADMIT);
  }

  @Test
  void otherRequests_areNoRepeats() {
    fail(FEW + 5);
    admitted(FEW, null);

    assertThat(send(2, null)).isSameAs(Verdict.ADMIT);
  }

  @Test
  void repeats_onANodeThatServesAll_areAdmitted() {
    overloaded = false;
    fail(50);

    assertThat(admitted(50, null)).isEqualTo(50);
  }

  @ParameterizedTest(name = "attempt {0}: {1} of 20 admitted")
  @CsvSource({"1, 20", "2, 10", "4, 10"})
  void attempt_thatTheClientStates_decides(String attempt, int admitted) {
    assertThat(admitted(20, attempt)).isEqualTo(admitted);
  }

  @Test
  void attempt_thatIsTheFirst_isNoRepeat() {
    fail(50);

    assertThat(admitted(50, "1")).isEqualTo(50);
  }

  @Test
  void attempt_thatIsNoNumber_isNamed() {
    assertThat(send(1, "second"))
        .isInstanceOfSatisfying(
            Rejection.class,
            rejection ->
                assertThat(rejection.answer())
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessage(
                        "Custom payload 'goodput.attempt' must be a whole number from 1 to 9999999"
                            + " in text, not 'second'"));
  }

  @Test
  void repeat_thatHasWaitedForItsTurn_isNotDecidedOnAgain() {
    spendAll();
    Handover.executing(
        new Handover(false, false, false) {
          @Override
          public boolean mayPostpone() {
            return true;
          }
        });

    assertThat(send(3, "2")).isSameAs(Verdict.ADMIT);

    Handover.executing(null);
    assertThat(send(3, "2")).isInstanceOf(Rejection.class);
  }

  @Test
  void read_thatEndsWithItsClient_lengthensTheExpectedService() {
    Request request = request(1, null, RequestClock.now() - TimeUnit.MILLISECONDS.toNanos(50));

    guard.leave(request, new ReadTimeoutException(ConsistencyLevel.ONE, 0, 1, false));

    assertThat(
            guard.queues().stream()
                .filter(queue -> queue.kind() == RequestKind.READS)
                .mapToLong(RequestQueue::expectedServiceNanos))
        .singleElement(LONG)
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(40));
  }

  private void spendAll() {
    while (send(3, "2") == Verdict.ADMIT) {}
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      Request request = request(1, null);
      assertThat(guard.leave(request, new ReadTimeoutException(ConsistencyLevel.ONE, 0, 1, false)))
          .isNull();
      Statements.end();
    }
  }

  private void succeed(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(guard.leave(request(2, null), null)).isNull();
      Statements.end();
    }
  }

  private long admitted(int times, @Nullable String attempt) {
    long admitted = 0;
    for (int i = 0; i < times; i++) {
      admitted += send(1, attempt) == Verdict.ADMIT ? 1 : 0;
    }
    return admitted;
  }

  private Verdict send(int key, @Nullable String attempt) {
    Verdict verdict = guard.decide(request(key, attempt), Occasion.EXECUTION);
    Statements.end();
    return verdict;
  }

  private long dropped() {
    return guard.queues().stream()
        .filter(queue -> queue.kind() == RequestKind.READS)
        .mapToLong(queue -> queue.droppedRepeats().getCount())
        .sum();
  }

  private static Request request(int key, @Nullable String attempt) {
    return request(key, attempt, RequestClock.now());
  }

  private static Request request(int key, @Nullable String attempt, long begun) {
    Map<String, ByteBuffer> payload =
        attempt == null
            ? Map.of()
            : Map.of(
                "goodput.attempt", ByteBuffer.wrap(attempt.getBytes(StandardCharsets.US_ASCII)));
    return CurrentRequest.prepared(
        READ,
        new QueryState(ClientState.forInternalCalls()),
        QueryOptions.forInternalCalls(ConsistencyLevel.ONE, List.of(ByteBufferUtil.bytes(key))),
        payload,
        new Dispatcher.RequestTime(begun, begun));
  }
}
