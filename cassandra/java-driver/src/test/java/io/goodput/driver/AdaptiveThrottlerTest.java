package io.goodput.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.throttling.RequestThrottler;
import com.datastax.oss.driver.api.core.session.throttling.Throttled;
import com.datastax.oss.driver.internal.core.adminrequest.AdminResult;
import com.datastax.oss.driver.internal.core.adminrequest.ThrottledAdminRequestHandler;
import com.datastax.oss.protocol.internal.request.Options;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A session with a request timeout of 500 ms")
class AdaptiveThrottlerTest {

  private static final Node NODE = stub(Node.class);

  /** The least that may be in flight. */
  private static final int LEAST = 8;

  private long now;
  private final AdaptiveThrottler throttler =
      new AdaptiveThrottler(Sessions.with(ProtocolVersion.V5, null), () -> now);

  private static Throwable refusal() {
    return new InvalidConfigurationInQueryException(
        NODE,
        "Node 10.0.0.3 is overloaded, and this role has 61 requests in flight (fair share 8, 950"
            + " refused per second); retry after 100 ms");
  }

  @SuppressWarnings("unchecked")
  private static <T> T stub(Class<T> type) {
    return (T)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "toString" -> "node";
                  case "hashCode" -> 1;
                  case "equals" -> proxy == arguments[0];
                  default -> null;
                });
  }

  private static class Sent implements Throttled {

    private boolean isReady;
    private boolean wasDelayed;
    private @Nullable RequestThrottlingException failure;

    @Override
    public void onThrottleReady(boolean delayed) {
      isReady = true;
      wasDelayed = delayed;
    }

    @Override
    public void onThrottleFailure(RequestThrottlingException error) {
      failure = error;
    }
  }

  private static final class Unsendable extends Sent {

    @Override
    public void onThrottleReady(boolean delayed) {
      throw new IllegalArgumentException("no codec");
    }
  }

  /** The driver prepares a statement again for a request in flight. */
  private static final class Preparation extends ThrottledAdminRequestHandler<AdminResult> {

    private boolean isReady;

    Preparation(RequestThrottler throttler) {
      super(
          null,
          false,
          Options.INSTANCE,
          Map.of(),
          Duration.ofSeconds(1),
          throttler,
          null,
          "test",
          "preparation",
          null);
    }

    @Override
    public void onThrottleReady(boolean delayed) {
      isReady = true;
    }
  }

  @Test
  void preparation_forARequestInFlight_doesNotWait() {
    refuse(100, refusal());
    Sent waiting = begin(LEAST + 1).get(LEAST);
    Preparation preparation = new Preparation(throttler);

    throttler.register(preparation);
    throttler.signalSuccess(preparation);

    assertThat(preparation.isReady).isTrue();
    assertThat(waiting.isReady).isFalse();
    assertThat(throttler.inFlight()).isEqualTo(LEAST);
  }

  @Test
  void requests_beforeARefusal_areAllSent() {
    assertThat(begin(10_000)).allMatch(request -> request.isReady && !request.wasDelayed);
  }

  static Stream<Named<Throwable>> refusals() {
    return Stream.of(
        Named.of("fair share", refusal()),
        Named.of("overloaded", new OverloadedException(NODE)),
        Named.of("late read", new ReadTimeoutException(NODE, ConsistencyLevel.QUORUM, 0, 1, true)),
        Named.of(
            "late write",
            new WriteTimeoutException(NODE, ConsistencyLevel.QUORUM, 0, 0, WriteType.SIMPLE)),
        Named.of(
            "all nodes", AllNodesFailedException.fromErrors(List.of(Map.entry(NODE, refusal())))));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void requests_afterRefusals_waitForTheirTurn(Throwable refusal) {
    refuse(100, refusal);

    List<Sent> requests = begin(LEAST + 1);

    assertThat(requests.subList(0, LEAST)).allMatch(request -> request.isReady);
    assertThat(requests.get(LEAST).isReady).isFalse();

    throttler.signalSuccess(requests.get(0));

    assertThat(requests.get(LEAST)).matches(request -> request.isReady && request.wasDelayed);
  }

  static Stream<Named<Throwable>> otherErrors() {
    return Stream.of(
        Named.of(
            "limit of a partition",
            new InvalidConfigurationInQueryException(
                NODE,
                "Per-partition rate limit reached for reads in table ks.t, rejected by coordinator"
                    + " (limit 100 per second, rate 4200; retry after 10 ms)")),
        Named.of(
            "fair share of a partition",
            new InvalidConfigurationInQueryException(
                NODE,
                "Node 10.0.0.3 is overloaded, and this partition of table ks.t has 61 requests in"
                    + " flight (fair share 8, 950 refused per second); retry after 100 ms")),
        Named.of(
            "a replica has answered",
            new ReadTimeoutException(NODE, ConsistencyLevel.QUORUM, 1, 2, true)),
        Named.of(
            "read repair has timed out",
            new ReadTimeoutException(NODE, ConsistencyLevel.QUORUM, 0, 2, true)),
        Named.of(
            "no replica has answered a read",
            new ReadTimeoutException(NODE, ConsistencyLevel.ONE, 0, 1, false)),
        Named.of(
            "no replica has answered a write",
            new WriteTimeoutException(NODE, ConsistencyLevel.ONE, 0, 1, WriteType.SIMPLE)),
        Named.of("other", new IllegalStateException("closed")));
  }

  @ParameterizedTest
  @MethodSource("otherErrors")
  void requests_afterOtherErrors_areAllSent(Throwable error) {
    refuse(100, error);

    assertThat(begin(100)).allMatch(request -> request.isReady);
  }

  @Test
  void timeoutOfTheClient_isNoRefusal() {
    begin(100).forEach(throttler::signalTimeout);

    assertThat(begin(100)).allMatch(request -> request.isReady);
  }

  @Test
  void timeoutsOfTheClient_inAFullWindow_doNotGrowIt() {
    refuse(100, refusal());
    double before = throttler.window();

    for (int round = 0; round < 100; round++) {
      begin(LEAST).forEach(throttler::signalTimeout);
    }

    assertThat(throttler.window()).isEqualTo(before);
  }

  @Test
  void request_whileOthersHaveWaitedForAnEighthOfTheTimeout_isNotSent() {
    refuse(100, refusal());
    Sent waiting = begin(LEAST + 1).get(LEAST);
    now += TimeUnit.MICROSECONDS.toNanos(62_501);

    Sent refused = begin(1).get(0);

    assertThat(refused.failure)
        .hasMessage(
            "Not sent: nodes refuse requests because of an overload, and others of this session have"
                + " waited for 62 ms");
    assertThat(waiting.failure).isNull();
    assertThat(throttler.notSent()).isEqualTo(1);
  }

  @Test
  void request_thatTimesOutWhileItWaits_isNotSent() {
    refuse(100, refusal());
    List<Sent> requests = begin(LEAST + 2);

    throttler.signalTimeout(requests.get(LEAST));
    throttler.signalSuccess(requests.get(0));

    assertThat(requests.get(LEAST).isReady).isFalse();
    assertThat(requests.get(LEAST + 1).isReady).isTrue();
  }

  @Test
  void request_thatIsCancelled_makesRoom() {
    refuse(100, refusal());
    List<Sent> requests = begin(LEAST + 1);

    throttler.signalCancel(requests.get(0));

    assertThat(requests.get(LEAST).isReady).isTrue();
  }

  @Test
  void request_thatEndsTwice_makesRoomOnce() {
    refuse(100, refusal());
    List<Sent> requests = begin(LEAST + 2);

    throttler.signalCancel(requests.get(0));
    throttler.signalError(requests.get(0), new IllegalStateException());

    assertThat(requests.get(LEAST + 1).isReady).isFalse();
  }

  @Test
  void session_thatCloses_failsWhatWaits() {
    refuse(100, refusal());
    Sent waiting = begin(LEAST + 1).get(LEAST);

    throttler.close();

    assertThat(waiting.failure).hasMessage("The session is closed");
    assertThat(begin(1).get(0).failure).hasMessage("The session is closed");
  }

  @Test
  @DisplayName("forgets requests after twice the longest timeout of a profile, 9 s")
  void request_whoseFutureTheApplicationHasCompleted_isForgotten() {
    refuse(100, refusal());
    Sent waiting = begin(LEAST + 1).get(LEAST);
    now += TimeUnit.MILLISECONDS.toNanos(18_001);

    Sent next = begin(1).get(0);

    assertThat(waiting.isReady).isTrue();
    assertThat(next.isReady).isTrue();
    assertThat(throttler.inFlight()).isEqualTo(2);
  }

  @Test
  void waitingRequests_startTenSecondsAfterTheLastRefusal() {
    refuse(100, refusal());
    Sent waiting = begin(LEAST + 1).get(LEAST);
    now += TimeUnit.MILLISECONDS.toNanos(10_001);

    Sent next = begin(1).get(0);

    assertThat(waiting.isReady).isTrue();
    assertThat(next.isReady).isTrue();
  }

  @Test
  void request_thatCannotBeSent_failsAlone() {
    refuse(100, refusal());
    Sent first = begin(LEAST).get(0);
    Sent broken = new Unsendable();
    throttler.register(broken);
    Sent last = begin(1).get(0);

    throttler.signalSuccess(first);

    assertThat(broken.failure).hasMessage("The request cannot be sent: no codec");
    assertThat(last.isReady).isTrue();
    assertThat(throttler.inFlight()).isEqualTo(LEAST);
  }

  @Test
  void request_thatCannotBeSentAtOnce_isTheCallersProblem() {
    Sent broken = new Unsendable();

    assertThatThrownBy(() -> throttler.register(broken)).hasMessage("no codec");
    assertThat(throttler.inFlight()).isZero();
  }

  @Test
  void requests_thatFailAtOnce_doNotGrowTheStack() {
    refuse(100, refusal());
    Sent first = begin(LEAST).get(0);
    AtomicLong failed = new AtomicLong();
    for (int request = 0; request < 100_000; request++) {
      throttler.register(
          new Sent() {
            @Override
            public void onThrottleReady(boolean delayed) {
              failed.incrementAndGet();
              throttler.signalError(this, new IllegalStateException("no connection"));
            }
          });
    }

    throttler.signalSuccess(first);

    assertThat(failed).hasValue(100_000);
  }

  @Test
  void requests_ofManyThreads_areStartedOnceAndAllEnd() throws Exception {
    refuse(100, refusal());
    AdaptiveThrottler shared = throttler;
    int threads = 4;
    int each = 20_000;
    LongAdder ended = new LongAdder();
    LongAdder delayed = new LongAdder();
    ExecutorService senders = Executors.newFixedThreadPool(threads);
    ExecutorService nodes = Executors.newSingleThreadExecutor();
    CountDownLatch answers = new CountDownLatch(1);
    Future<?> unused = nodes.submit(() -> answers.await(1, TimeUnit.MINUTES));
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        running.add(
            senders.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    shared.register(new Answered(shared, nodes, ended, delayed, i % 3 == 0));
                  }
                }));
      }
      await().until(() -> shared.waiting() > 0);
      answers.countDown();
      for (Future<?> thread : running) {
        thread.get();
      }
      await().untilAsserted(() -> assertThat(ended.sum()).isEqualTo((long) threads * each));
    } finally {
      senders.shutdown();
      nodes.shutdown();
    }

    assertThat(nodes.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(shared.inFlight()).isZero();
    assertThat(shared.waiting()).isZero();
    assertThat(delayed.sum()).isPositive();
  }

  /** A request that a node answers, or refuses, on another thread. */
  private record Answered(
      AdaptiveThrottler throttler,
      ExecutorService nodes,
      LongAdder ended,
      LongAdder delayed,
      boolean isRefused,
      AtomicBoolean isCalled)
      implements Throttled {

    Answered(
        AdaptiveThrottler throttler,
        ExecutorService nodes,
        LongAdder ended,
        LongAdder delayed,
        boolean isRefused) {
      this(throttler, nodes, ended, delayed, isRefused, new AtomicBoolean());
    }

    @Override
    public void onThrottleReady(boolean wasDelayed) {
      end();
      if (wasDelayed) {
        delayed.increment();
      }
      nodes.execute(
          () -> {
            if (isRefused) {
              throttler.signalError(this, refusal());
            } else {
              throttler.signalSuccess(this);
            }
          });
    }

    @Override
    public void onThrottleFailure(RequestThrottlingException error) {
      end();
    }

    private void end() {
      if (isCalled.compareAndSet(false, true)) {
        ended.increment();
      }
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  @Test
  void meters_tellWhatTheSessionDoes() {
    ClientDeadlines deadlines = new ClientDeadlines(Sessions.with(ProtocolVersion.V5, null));
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new SessionMeters(session(deadlines)).bindTo(registry);
    refuse(100, refusal());
    List<Sent> unused = begin(LEAST + 3);
    for (int retry = 0; retry < 12; retry++) {
      deadlines.spendRetry();
    }

    assertThat(registry.get("goodput.session.window").tag("session", "test").gauge().value())
        .isEqualTo(LEAST);
    assertThat(registry.get("goodput.session.in.flight").gauge().value()).isEqualTo(LEAST);
    assertThat(registry.get("goodput.session.waiting").gauge().value()).isEqualTo(3);
    assertThat(registry.get("goodput.session.refused").functionCounter().count()).isEqualTo(100);
    assertThat(registry.get("goodput.session.not.sent").functionCounter().count()).isZero();
    assertThat(registry.get("goodput.session.retries.withheld").functionCounter().count())
        .isEqualTo(2);
  }

  private CqlSession session(ClientDeadlines deadlines) {
    return (CqlSession)
        Proxy.newProxyInstance(
            CqlSession.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (proxy, method, arguments) -> Sessions.with(ProtocolVersion.V5, deadlines, throttler));
  }

  private List<Sent> begin(int requests) {
    List<Sent> begun = Stream.generate(Sent::new).limit(requests).toList();
    begun.forEach(throttler::register);
    return begun;
  }

  private void refuse(int requests, Throwable error) {
    begin(requests).forEach(request -> throttler.signalError(request, error));
    now++;
  }
}
