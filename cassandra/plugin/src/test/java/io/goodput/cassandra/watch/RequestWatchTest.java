package io.goodput.cassandra.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.goodput.cassandra.ManualTime;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.EarlyStep;
import io.goodput.cassandra.request.Guard;
import io.goodput.cassandra.request.Handover;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.time.Nanos;
import io.goodput.core.watch.HeavyRates.Rate;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestWatchTest {

  private static final String READ = "SELECT * FROM ks.t WHERE k = ?";

  private static final Reply NO_REPLY =
      (Reply)
          Proxy.newProxyInstance(
              Reply.class.getClassLoader(),
              new Class<?>[] {Reply.class},
              (proxy, method, arguments) -> {
                throw new AssertionError(method);
              });

  private final ManualTime time = new ManualTime();
  private final Faults faults = new Faults();
  private final RequestWatch watch = new RequestWatch(time, true, faults);
  private final Pipeline pipeline =
      new Pipeline(List.of(watch), watch.measuring(this::execute), faults);

  /** What the node answers, and how long it takes for that. */
  private ResultMessage answer = new ResultMessage.Void();

  private long nanos;

  /** Tests share their thread, and an earlier one may have left its request. */
  @BeforeEach
  void endEarlierRequest() {
    Statements.end();
  }

  @Test
  void partitions_readsOfATableWithoutLimits_areCounted() {
    read(1, 30);
    read(2, 10);
    endSecond();

    assertThat(watch.partitions(10)).extracting(it -> it.key().literal()).containsExactly("1", "2");
    assertThat(watch.partitions(10))
        .extracting(RequestWatchTest::rounded)
        .containsExactly(30L, 10L);
  }

  @Test
  void partitions_readsAndWritesOfAPartition_areCountedApart() {
    read(1, 30);
    write("INSERT INTO ks.t (k, v) VALUES (1, 2)", 10);
    endSecond();

    assertThat(watch.partitions(10))
        .extracting(it -> it.key().kind())
        .containsExactly("reads", "writes");
  }

  @Test
  void partitions_aBatch_countsForEachOfItsPartitions() {
    write(
        "BEGIN BATCH INSERT INTO ks.t (k, v) VALUES (1, 2);"
            + " INSERT INTO ks.t (k, v) VALUES (2, 2); APPLY BATCH",
        400);
    endSecond();

    List<Rate<WatchedPartition>> partitions = watch.partitions(10);
    assertThat(partitions).extracting(it -> it.key().literal()).containsExactlyInAnyOrder("1", "2");
    assertThat(partitions)
        .allSatisfy(it -> assertThat(it.perSecond()).isCloseTo(400, within(120.0)));
  }

  @Test
  void partitions_invalidAndRangeRequests_areNotCounted() {
    write("SELECT * FROM ks.t", 5);
    pipelineRun(READ, ClientState.forInternalCalls());
    endSecond();

    assertThat(watch.partitions(10)).isEmpty();
    assertThat(faults.count().getCount()).isZero();
  }

  @Test
  void partitions_moreRequestsThanAreSampled_haveTheirRates() {
    for (int tick = 0; tick < 40; tick++) {
      read(1, 10_000);
      read(2, 5_000);
      time.nanos += RequestWatch.TICK_NANOS;
      watch.tick();
    }

    List<Rate<WatchedPartition>> partitions = watch.partitions(2);
    assertThat(partitions.get(0).perSecond()).isCloseTo(40_000, within(8_000.0));
    assertThat(partitions.get(1).perSecond()).isCloseTo(20_000, within(6_000.0));
  }

  @Test
  void clients_ofAClient_haveItsNamesAndItsStatement() {
    ClientState client = ClientState.forInternalCalls();
    client.setDriverName("A driver");
    client.setDriverVersion("1.2");
    client.setClientOptions(Map.of("APPLICATION_NAME", "shop", "APPLICATION_VERSION", "7"));
    for (int i = 0; i < 10; i++) {
      pipelineRun(READ, client, bytes(1));
    }
    endSecond();

    assertThat(watch.clients())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.key().driver()).isEqualTo("A driver 1.2");
              assertThat(it.key().application()).isEqualTo("shop 7");
              assertThat(it.key().statement()).isEqualTo(READ);
              assertThat(it.key().role()).isNull();
              assertThat(rounded(it)).isEqualTo(10);
            });
  }

  @Test
  void clients_ofAClientWithoutNames_haveNone() {
    read(1, 1);
    endSecond();

    WatchedClient client = watch.clients().get(0).key();
    assertThat(client.driver()).isNull();
    assertThat(client.application()).isNull();
    assertThat(client.address()).isNull();
  }

  @Test
  void arrive_aRequestThatIsAnswered_isCounted() {
    arrive(new Verdict.Answer(new ResultMessage.Void()));
    endSecond();

    assertThat(watch.partitions(10)).extracting(RequestWatchTest::rounded).containsExactly(1L);
  }

  @Test
  void arrive_aRequestThatIsNotAnswered_isLeftToItsRequestThread() {
    arrive(Verdict.UNDECIDED);
    endSecond();

    assertThat(watch.partitions(10)).isEmpty();
  }

  @Test
  void setEnabled_off_forgetsAllAndSeesNothing() {
    read(1, 30);
    endSecond();
    watch.setEnabled(false);
    read(1, 30);
    endSecond();

    assertThat(watch.partitions(10)).isEmpty();
    assertThat(watch.clients()).isEmpty();
  }

  @Test
  void setEnabled_onAgain_sees() {
    watch.setEnabled(false);
    watch.setEnabled(true);
    read(1, 30);
    endSecond();

    assertThat(watch.partitions(10)).extracting(RequestWatchTest::rounded).containsExactly(30L);
  }

  @Test
  void use_ofReads_hasTheBytesOfTheirAnswers() {
    answer = rows(10, 100);
    read(1, 30);
    read(2, 3);
    endSecond();

    assertThat(use(1).bytesPerSecond()).isCloseTo(30 * 1000, within(300.0));
    assertThat(use(2).bytesPerSecond()).isCloseTo(3 * 1000, within(30.0));
  }

  @Test
  void use_ofReadsOfManyRows_isEstimatedFromSome() {
    answer = rows(10_000, 100);
    read(1, 1);
    endSecond();

    assertThat(use(1).bytesPerSecond()).isCloseTo(10_000 * 100, within(10_000.0));
  }

  @Test
  void use_ofWrites_hasTheBytesOfTheirValues() {
    for (int i = 0; i < 20; i++) {
      pipeline.run(Statements.request("INSERT INTO ks.t (k, v) VALUES (?, ?)", bytes(1), bytes(2)));
    }
    endSecond();

    WatchedPartition written = watch.partitions(1).get(0).key();
    assertThat(watch.use(written).bytesPerSecond()).isCloseTo(20 * 8, within(2.0));
  }

  @Test
  void use_ofReadsThatFail_hasNoBytes() {
    for (int i = 0; i < 10; i++) {
      Pipeline failing =
          new Pipeline(
              List.of(watch),
              watch.measuring(
                  request -> {
                    time.nanos += Nanos.PER_MILLI;
                    throw new InvalidRequestException("of a test");
                  }),
              faults);
      assertThatThrownBy(() -> failing.run(started(1))).isInstanceOf(InvalidRequestException.class);
    }
    time.nanos = 0;
    endSecond();

    assertThat(use(1).bytesPerSecond()).isZero();
    assertThat(use(1).inFlight()).isCloseTo(10 * 0.001, within(1e-4));
  }

  @Test
  void use_requestsThatOverlap_areInFlightTogether() {
    nanos = Nanos.PER_SECOND / 4;
    for (int i = 0; i < 12; i++) {
      time.nanos = 0;
      pipeline.run(started(1));
    }
    time.nanos = 0;
    endSecond();

    assertThat(use(1).inFlight()).isCloseTo(3, within(0.03));
  }

  @Test
  void use_ofReadsOnSeveralPartitions_isDividedAmongThem() {
    answer = rows(2, 100);
    for (int i = 0; i < 400; i++) {
      pipeline.run(Statements.request("SELECT * FROM ks.t WHERE k IN (1, 2)"));
    }
    endSecond();

    assertThat(use(1).bytesPerSecond() + use(2).bytesPerSecond())
        .isCloseTo(400 * 200, within(800.0));
    assertThat(use(1).bytesPerSecond()).isCloseTo(400 * 100, within(12_000.0));
  }

  @Test
  void use_afterARejectedRequest_isNotThatOfTheNextOne() {
    Guard rejecting =
        new Guard() {
          @Override
          public Verdict decide(Request request, Occasion occasion) {
            return Rejection.of(new InvalidRequestException("of a test"));
          }

          @Override
          public String activity() {
            return "rejecting";
          }
        };
    Pipeline rejectingAll =
        new Pipeline(List.of(watch, rejecting), watch.measuring(this::execute), faults);
    assertThatThrownBy(() -> rejectingAll.run(started(1)));
    Request next = started(2);

    time.nanos += Nanos.PER_SECOND / 4;
    assertThat(watch.leave(next, null)).isNull();
    endSecond();

    assertThat(use(1).inFlight()).isZero();
  }

  @Test
  void use_ofAReadThatIsAnsweredOnArrival_hasItsBytes() {
    answer = rows(10, 100);
    arrive(new Verdict.Answer(answer));
    endSecond();

    assertThat(use(1).bytesPerSecond()).isCloseTo(1000, within(10.0));
  }

  @Test
  void use_ofARejectionOnArrival_hasNone() {
    arrive(Rejection.of(new InvalidRequestException("of a test")));
    endSecond();

    assertThat(use(1).bytesPerSecond()).isZero();
    assertThat(watch.partitions(1)).hasSize(1);
  }

  @Test
  void use_switchedOffAndOn_isForgotten() {
    answer = rows(10, 100);
    read(1, 30);
    endSecond();
    watch.setEnabled(false);
    watch.setEnabled(true);

    assertThat(use(1).bytesPerSecond()).isZero();
  }

  private ResultMessage execute(Request request) {
    time.nanos += nanos;
    return answer;
  }

  /** A read that has just left the queue. */
  private Request started(int key) {
    return CurrentRequest.prepared(
        Statements.parse(READ),
        new QueryState(ClientState.forInternalCalls()),
        QueryOptions.forInternalCalls(ConsistencyLevel.ONE, List.of(bytes(key))),
        null,
        new Dispatcher.RequestTime(time.nanos, time.nanos));
  }

  private RequestWatch.Use use(int key) {
    TableMetadata table = Schema.instance.getTableMetadata("ks", "t");
    return watch.use(
        new WatchedPartition(table, true, table.partitioner.getToken(bytes(key)), null));
  }

  private static ResultMessage rows(int count, int bytesOfEach) {
    TableMetadata table = Schema.instance.getTableMetadata("ks", "t");
    ResultSet rows = new ResultSet(new ResultSet.ResultMetadata(List.copyOf(table.columns())));
    for (int i = 0; i < count; i++) {
      rows.addRow(Arrays.asList(ByteBuffer.allocate(bytesOfEach), null));
    }
    return new ResultMessage.Rows(rows);
  }

  /** Has a step decide on a read that arrives, and the watch see it. */
  private void arrive(Verdict verdict) {
    EarlyStep step =
        watch.watching(
            new EarlyStep() {
              @Override
              public boolean isActive(long now) {
                return true;
              }

              @Override
              public boolean hasWaiting() {
                return false;
              }

              @Override
              public Verdict decide(Request request, Reply reply) {
                return verdict;
              }
            });
    Request request = started(1);
    assertThat(step.decide(request, NO_REPLY)).isSameAs(verdict);
    new Pipeline(List.of(), it -> new ResultMessage.Void(), faults).run(request);
  }

  @Test
  void decide_aRequestWatchedOnArrival_isNotCountedAgain() {
    Handover.executing(new Handover(false, false, true));
    try {
      read(1, 1);
    } finally {
      Handover.executing(null);
    }
    endSecond();

    assertThat(watch.partitions(10)).isEmpty();
  }

  private void read(int key, int times) {
    for (int i = 0; i < times; i++) {
      pipeline.run(Statements.request(READ, bytes(key)));
    }
  }

  private void write(String query, int times) {
    for (int i = 0; i < times; i++) {
      pipeline.run(Statements.request(query));
    }
  }

  private void pipelineRun(String query, ClientState client, ByteBuffer... values) {
    CQLStatement statement = Statements.parse(query);
    CurrentRequest.parsed(statement, query);
    pipeline.run(
        CurrentRequest.prepared(
            statement,
            new QueryState(client),
            QueryOptions.forInternalCalls(ConsistencyLevel.ONE, List.of(values)),
            null,
            new Dispatcher.RequestTime(0, 0)));
  }

  private static long rounded(Rate<?> rate) {
    return Math.round(rate.perSecond());
  }

  private void endSecond() {
    time.nanos += Nanos.PER_SECOND;
    watch.tick();
  }

  private static ByteBuffer bytes(int value) {
    return ByteBufferUtil.bytes(value);
  }
}
