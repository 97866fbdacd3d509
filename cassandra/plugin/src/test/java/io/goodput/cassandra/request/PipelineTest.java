package io.goodput.cassandra.request;

import static io.goodput.cassandra.request.Statements.bytes;
import static io.goodput.cassandra.request.Statements.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cassandra.fault.Faults;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.OverloadedException;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PipelineTest {

  private static final ResultMessage ANSWER = new ResultMessage.Void();
  private final CassandraException rejection = new OverloadedException("rejected");
  private final CassandraException otherRejection = new OverloadedException("other");

  private final List<String> events = new ArrayList<>();
  private final Faults faults = new Faults();
  private int counted;
  private boolean isIdle;

  /** Tests share their thread, and an earlier one may have left its request. */
  @BeforeEach
  void endEarlierRequest() {
    Statements.end();
  }

  @Test
  void run_admittedByAll_executesBetweenEnteringAndLeaving() {
    assertThat(run(guard("a", null), guard("b", null))).isSameAs(ANSWER);

    assertThat(events)
        .containsExactly(
            "a entered", "b entered", "processPrepared", "b left, null", "a left, null");
  }

  @Test
  void run_allGuardsIdle_passesThemOver() {
    isIdle = true;

    assertThat(run(guard("a", rejection))).isSameAs(ANSWER);

    assertThat(events).containsExactly("processPrepared");
  }

  @Test
  void run_oneGuardIdle_passesAll() {
    isIdle = true;

    assertThat(run(guard("a", null), new CountingGuard())).isSameAs(ANSWER);

    assertThat(events).containsExactly("a entered", "processPrepared", "a left, null");
  }

  @Test
  void run_rejected_throwsTheRejectionAndExecutesNothing() {
    assertThatThrownBy(() -> run(guard("a", null), guard("b", rejection), guard("c", null)))
        .isSameAs(rejection);

    assertThat(events).containsExactly("a entered", "b entered", "a left, " + rejection);
  }

  @Test
  void run_failingRequest_leavesWithTheFailureAndThrowsIt() {
    RuntimeException failure = new InvalidRequestException("invalid");

    assertThatThrownBy(
            () ->
                new Pipeline(List.of(guard("a", null)), Execution.on(handler(failure)), faults)
                    .run(read()))
        .isSameAs(failure);
    assertThat(events).endsWith("a left, " + failure);
  }

  @Test
  void run_guardFailsToEnter_countsAFaultAndAdmits() {
    assertThat(run(guard("a", null), new FailingGuard(), guard("b", null))).isSameAs(ANSWER);

    assertThat(faults.count().getCount()).isEqualTo(2);
    assertThat(events)
        .containsExactly(
            "a entered", "b entered", "processPrepared", "b left, null", "a left, null");
  }

  @Test
  void run_guardRejectsWhenItLeaves_throwsThatInsteadOfTheAnswer() {
    Guard late =
        new Guard() {
          @Override
          public Verdict decide(Request request, Occasion occasion) {
            return Verdict.ADMIT;
          }

          @Override
          public @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
            return Rejection.of(otherRejection);
          }

          @Override
          public String activity() {
            return "rejecting late";
          }
        };

    assertThatThrownBy(() -> run(guard("a", null), late)).isSameAs(otherRejection);
    assertThat(events).endsWith("processPrepared", "a left, " + otherRejection);
  }

  @Test
  void run_afterwards_noRequestIsUnderWay() {
    assertThat(run(guard("a", null))).isSameAs(ANSWER);
    assertThat(CurrentRequest.get()).isNull();

    assertThatThrownBy(() -> run(guard("a", rejection))).isSameAs(rejection);
    assertThat(CurrentRequest.get()).isNull();
  }

  @Test
  void run_withANewGuard_showsItEachRequest() {
    CountingGuard counting = new CountingGuard();
    Pipeline pipeline = new Pipeline(List.of(counting), Execution.on(handler(null)), faults);

    for (int i = 0; i < 3; i++) {
      assertThat(pipeline.run(read())).isSameAs(ANSWER);
    }
    assertThat(pipeline.run(request("INSERT INTO ks.t (k, v) VALUES (1, 2)"))).isSameAs(ANSWER);

    assertThat(counting.counts()).isEqualTo(Map.of(RequestKind.READS, 3, RequestKind.WRITES, 1));
  }

  private ResultMessage run(Guard... guards) {
    return new Pipeline(List.of(guards), Execution.on(handler(null)), faults).run(read());
  }

  private static Request read() {
    return request("SELECT * FROM ks.t WHERE k = ?", bytes(1));
  }

  private QueryHandler handler(@Nullable RuntimeException failure) {
    return (QueryHandler)
        Proxy.newProxyInstance(
            PipelineTest.class.getClassLoader(),
            new Class<?>[] {QueryHandler.class},
            (proxy, method, arguments) -> {
              events.add(method.getName());
              if (failure != null) {
                throw failure;
              }
              return ANSWER;
            });
  }

  private Guard guard(String name, @Nullable CassandraException rejection) {
    return new Guard() {
      @Override
      public Verdict decide(Request request, Occasion occasion) {
        events.add(name + " entered");
        return rejection == null ? Verdict.ADMIT : new Counted(rejection);
      }

      @Override
      public @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
        events.add(name + " left, " + failure);
        return null;
      }

      @Override
      public boolean isIdle(Request request) {
        return isIdle;
      }

      @Override
      public String activity() {
        return name;
      }
    };
  }

  /** A rejection that is counted where the client is answered. */
  private final class Counted extends Rejection {

    Counted(CassandraException answer) {
      super(answer);
    }

    @Override
    public void count() {
      counted++;
    }
  }

  @Test
  @DisplayName("A rejection is counted once: where the client is answered")
  void run_rejected_countsTheRejectionOnce() {
    assertThatThrownBy(() -> run(guard("a", rejection))).isSameAs(rejection);

    assertThat(counted).isOne();
  }

  @Test
  @DisplayName("A step that answers a rejected read in another way sees the rejection uncounted")
  void execute_rejected_returnsTheRejectionUncounted() {
    Pipeline inner =
        new Pipeline(List.of(guard("a", rejection)), Execution.on(handler(null)), faults);

    assertThat(new Pipeline(List.of(), it -> answerInstead(inner.execute(it)), faults).run(read()))
        .isSameAs(ANSWER);

    assertThat(counted).isZero();
  }

  private ResultMessage answerInstead(ResultMessage message) {
    assertThat(message)
        .isInstanceOfSatisfying(
            Refusal.class, it -> assertThat(it.rejection().answer()).isSameAs(rejection));
    return ANSWER;
  }

  @Test
  void pipeline_ofMoreGuardsThanItHasPlaces_isRefused() {
    List<Guard> guards = List.of(Guard.NONE, Guard.NONE, Guard.NONE, Guard.NONE);

    assertThatThrownBy(() -> new Pipeline(guards, Execution.on(handler(null)), faults))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static final class FailingGuard implements Guard {
    @Override
    public Verdict decide(Request request, Occasion occasion) {
      throw new IllegalStateException("injected");
    }

    @Override
    public @Nullable Rejection leave(Request request, @Nullable Throwable failure) {
      throw new IllegalStateException("injected");
    }

    @Override
    public String activity() {
      return "failing";
    }
  }
}
