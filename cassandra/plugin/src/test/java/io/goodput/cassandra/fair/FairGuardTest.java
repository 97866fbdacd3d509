package io.goodput.cassandra.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.ManualTime;
import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Partition;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.ProcessorUse;
import io.goodput.core.fair.ReplicaShares;
import io.goodput.core.fair.Stress;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.locator.InetAddressAndPort;
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

@DisplayName("What a node decides about a request of a partition that fills it")
class FairGuardTest {

  private static final CQLStatement READ = Statements.parse("SELECT * FROM ks.t WHERE k = ?");
  private static final long WAIT_NANOS = 50 * Nanos.PER_MILLI;
  private static final int FLOOD = 100;

  private final ManualTime time = new ManualTime();
  private double random = 0.999;
  private final FairGuard guard = new FairGuard(Mode.ON, new Node(), () -> random);

  @AfterEach
  void end() {
    Statements.end();
  }

  @ParameterizedTest(name = "fair_shares: {0}, overloaded: {1}, {2} -> {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # mode  | overloaded | occasion  | verdict
          ON      | no         | EXECUTION | ADMIT
          ON      | no         | ARRIVAL   | UNDECIDED
          ON      | yes        | EXECUTION | REJECT
          ON      | yes        | TURN      | REJECT
          ON      | yes        | ARRIVAL   | REJECT
          OBSERVE | yes        | EXECUTION | ADMIT
          OBSERVE | yes        | ARRIVAL   | UNDECIDED
          OFF     | yes        | EXECUTION | ADMIT
          OFF     | yes        | ARRIVAL   | ADMIT
          """)
  void decide_ofFacts(Mode mode, String overloaded, Occasion occasion, String expected) {
    if (overloaded.equals("yes")) {
      overload();
    }
    guard.setMode(mode);

    Verdict verdict = guard.decide(read(1), occasion);

    assertThat(verdict instanceof Rejection ? "REJECT" : verdict.toString()).isEqualTo(expected);
  }

  @Test
  void decide_anotherPartition_isAdmitted() {
    overload();

    assertThat(guard.decide(read(3), Occasion.EXECUTION)).isSameAs(Verdict.ADMIT);
  }

  @Test
  void decide_onArrival_leavesNothingInFlight() {
    overload();
    int before = guard.inFlight();

    assertThat(guard.decide(read(3), Occasion.ARRIVAL)).isSameAs(Verdict.ADMIT);

    assertThat(guard.inFlight()).isEqualTo(before);
  }

  @Test
  void decide_aboveTheShare_countsTheRejectionOnlyWhereTheClientIsAnswered() {
    overload();

    Verdict verdict = guard.decide(read(1), Occasion.ARRIVAL);

    assertThat(guard.refused().getCount()).isZero();
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Rejection.class,
            rejection -> {
              assertThat(rejection.isBrief()).isTrue();
              rejection.count();
            });
    assertThat(guard.refused().getCount()).isOne();
  }

  /** Requests of one partition wait until the node knows that it is overloaded. */
  private void overload() {
    for (int i = 0; i < FLOOD; i++) {
      assertThat(guard.decide(read(1), Occasion.EXECUTION)).isSameAs(Verdict.ADMIT);
    }
    for (int tick = 0; tick < 30; tick++) {
      for (int i = 0; i < 20; i++) {
        Verdict unused = guard.decide(read(i == 0 ? 2 : 1), Occasion.EXECUTION);
      }
      time.nanos += FairGuard.TICK_NANOS;
      guard.tick();
    }
    assertThat(guard.isOverloaded()).isTrue();
  }

  /** A read that has waited for its thread. */
  private Request read(int key) {
    return CurrentRequest.prepared(
        READ,
        new QueryState(ClientState.forInternalCalls()),
        QueryOptions.forInternalCalls(ConsistencyLevel.ONE, List.of(ByteBufferUtil.bytes(key))),
        Map.of(),
        new Dispatcher.RequestTime(time.nanos, time.nanos + WAIT_NANOS));
  }

  /** A node with 32 request threads. */
  private final class Node implements FairNode {

    @Override
    public String address() {
      return "10.0.0.3";
    }

    @Override
    public int requestThreads() {
      return 32;
    }

    @Override
    public TimeSource time() {
      return time;
    }

    @Override
    public ProcessorUse processors() {
      return ProcessorUse.NONE;
    }

    @Override
    public List<InetAddressAndPort> replicas(Partition partition) {
      return List.of();
    }

    @Override
    public @Nullable EffectiveLevel level(Request request) {
      return null;
    }

    @Override
    public Consumer<Stress> exchange(ReplicaShares<InetAddressAndPort> replicas) {
      return stress -> {};
    }
  }
}
