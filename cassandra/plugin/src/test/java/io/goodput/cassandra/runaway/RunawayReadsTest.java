package io.goodput.cassandra.runaway;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.ManualTime;
import io.goodput.cassandra.feature.Mode;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Occasion;
import io.goodput.cassandra.request.Rejection;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.request.Verdict;
import io.goodput.core.time.Nanos;
import io.goodput.core.yield.StrainWatch.Second;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.ReadTimeoutException;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A node with a read of a whole table, which it refuses for ten minutes once stopped")
class RunawayReadsTest {

  private static final String SCAN = "SELECT * FROM ks.t";
  private static final long LONG_WAIT = Nanos.PER_MILLI;
  private static final long NEVER = Long.MAX_VALUE / 2;

  private final ManualTime time = new ManualTime();
  private final List<RunningRead> running = new ArrayList<>();
  private final Scans scans = new Scans();
  private final RunawayList list = new RunawayList();
  private final List<RunningRead> answered = new ArrayList<>();
  private long turnNanos;

  private static TableMetadata table(String name) {
    return Objects.requireNonNull(Schema.instance.getTableMetadata("ks", name));
  }

  @BeforeEach
  @AfterEach
  void endRequests() {
    Statements.end();
  }

  private RunawayReads reads(Mode mode, Duration most) {
    return new RunawayReads(
        mode,
        most,
        Duration.ofMinutes(10),
        time,
        new RunawayReads.Running() {
          @Override
          public List<RunningRead> now(long now) {
            return List.copyOf(running);
          }

          @Override
          public void clear() {}
        },
        () -> new Second(turnNanos, 1, 0, 0),
        scans,
        list,
        (read, nanos) -> answered.add(read));
  }

  private static Request scanRequest() {
    CQLStatement statement = Statements.parse(SCAN);
    CurrentRequest.parsed(statement, SCAN);
    return Statements.request(statement);
  }

  /** A part of a read that began at 0, as all requests of this test do. */
  private RunningRead localRead() {
    return localRead("t", 0);
  }

  private RunningRead localRead(String table, long requestedNanos) {
    PartitionRangeReadCommand command = PartitionRangeReadCommand.allDataRead(table(table), 0);
    command.setMonitoringTime(requestedNanos, false, NEVER, NEVER);
    RunningRead read = new RunningRead(command, time.monotonicNanos(), null);
    running.add(read);
    return read;
  }

  private RunningRead localRead(long startedNanos) {
    RunningRead read = new RunningRead(localRead().command(), startedNanos, null);
    running.set(running.size() - 1, read);
    return read;
  }

  private void pass(RunawayReads reads, Duration span) {
    for (long left = span.toNanos(); left > 0; left -= RunawayReads.TICK_NANOS) {
      time.nanos += RunawayReads.TICK_NANOS;
      reads.tick();
    }
  }

  /** The answer to a client whose read begins now and fails when a part of it is stopped. */
  private @Nullable Rejection answerAfter(RunawayReads reads, Duration span) {
    Statements.end();
    RunawayGuard guard = new RunawayGuard(reads, scans);
    Request request = scanRequest();
    Verdict verdict = guard.decide(request, Occasion.EXECUTION);
    if (verdict instanceof Rejection refused) {
      return refused;
    }
    RunningRead read = localRead();
    reads.seen(time.monotonicNanos());
    pass(reads, span);
    return guard.leave(
        request,
        read.command().isAborted()
            ? new ReadTimeoutException(ConsistencyLevel.ONE, 0, 1, false)
            : null);
  }

  private String textAfter(RunawayReads reads, Duration span) {
    Rejection rejection = Objects.requireNonNull(answerAfter(reads, span));
    return Objects.requireNonNull(rejection.answer().getMessage());
  }

  @Test
  void read_whileRequestsWait_isStoppedAfterHalfASecond() {
    RunawayReads reads = readsThatWaited();
    pass(reads, Duration.ofMillis(750));
    RunningRead read = localRead();

    pass(reads, Duration.ofMillis(250));
    assertThat(read.command().isAborted()).isFalse();
    pass(reads, Duration.ofMillis(250));
    assertThat(read.command().isAborted()).isTrue();
    assertThat(reads.stopped()).isOne();
  }

  @Test
  void statements_whileRequestsWait_areStoppedOneInASecond() {
    RunawayReads reads = readsThatWaited();
    for (String table : List.of("t", "t", "pair")) {
      RunningRead unused = localRead(table, 0);
    }

    pass(reads, Duration.ofMillis(1_750));
    assertThat(reads.stopped()).isEqualTo(2);
    pass(reads, Duration.ofSeconds(1));
    assertThat(reads.stopped()).isEqualTo(3);
  }

  @Test
  void read_thatHasWaitedForItsTurn_hasNotRunSince() {
    RunawayReads reads = readsThatWaited();
    long began = time.monotonicNanos();
    pass(reads, Duration.ofSeconds(5));

    RunningRead read = localRead(began);
    pass(reads, Duration.ofMillis(450));
    assertThat(read.command().isAborted()).isFalse();
    pass(reads, Duration.ofMillis(50));
    assertThat(read.command().isAborted()).isTrue();
  }

  @Test
  void parts_ofAReadThatWasOnlyObserved_areNotStoppedAtOnceLater() {
    RunawayReads reads = readsThatWaited();
    reads.setMode(Mode.OBSERVE);
    RunningRead first = localRead();
    pass(reads, Duration.ofMillis(1_250));
    assertThat(reads.wouldStop()).isOne();

    reads.setMode(Mode.ON);
    RunningRead later = localRead(first.startedNanos());
    pass(reads, Duration.ofMillis(50));
    assertThat(later.command().isAborted()).isFalse();
  }

  @Test
  void laterParts_ofAReadThatWasStopped_areStoppedAtOnce() {
    RunawayReads reads = readsThatWaited();
    RunningRead first = localRead();
    pass(reads, Duration.ofMillis(1_250));
    assertThat(first.command().isAborted()).isTrue();

    RunningRead ofAnother = localRead();
    RunningRead later = localRead(first.startedNanos());
    pass(reads, Duration.ofMillis(50));
    assertThat(later.command().isAborted()).isTrue();
    assertThat(ofAnother.command().isAborted()).isFalse();
  }

  /** A node whose requests wait in each second, and that has measured some of them. */
  private RunawayReads readsThatWaited() {
    turnNanos = LONG_WAIT;
    RunawayReads reads = reads(Mode.ON, Duration.ZERO);
    reads.seen(time.monotonicNanos());
    pass(reads, Duration.ofMillis(250));
    return reads;
  }

  @Test
  void read_thatTimesOutByItself_doesNotCount() {
    RunawayReads reads = reads(Mode.ON, Duration.ofSeconds(1));
    reads.seen(time.monotonicNanos());
    assertThat(localRead().command().abort()).isTrue();
    pass(reads, Duration.ofSeconds(2));

    assertThat(reads.stopped()).isZero();
  }

  @Test
  void part_ofARequestThatHasEnded_blamesNoOtherOfTheTable() {
    RunawayReads reads = reads(Mode.ON, Duration.ofSeconds(1));
    Scan other = Scan.of(scanRequest());
    scans.begin(other);
    reads.seen(time.monotonicNanos());
    RunningRead read = localRead("t", Nanos.PER_MILLI);
    pass(reads, Duration.ofSeconds(2));

    assertThat(read.command().isAborted()).isTrue();
    assertThat(other.isStopped()).isFalse();
  }

  @Test
  void read_whileNoRequestWaits_runs() {
    RunawayReads reads = reads(Mode.ON, Duration.ZERO);
    reads.seen(time.monotonicNanos());
    RunningRead read = localRead();
    pass(reads, Duration.ofSeconds(30));

    assertThat(read.command().isAborted()).isFalse();
    assertThat(list.all()).isEmpty();
  }

  @Test
  void read_longerThanTheOperatorAllows_isStopped() {
    RunawayReads reads = reads(Mode.ON, Duration.ofSeconds(2));
    reads.seen(time.monotonicNanos());
    RunningRead read = localRead();

    pass(reads, Duration.ofMillis(1_750));
    assertThat(read.command().isAborted()).isFalse();
    pass(reads, Duration.ofMillis(250));
    assertThat(read.command().isAborted()).isTrue();
  }

  @Test
  void read_inObserveMode_runsAndIsListedOnce() {
    RunawayReads reads = reads(Mode.OBSERVE, Duration.ofSeconds(1));

    assertThat(answerAfter(reads, Duration.ofSeconds(5))).isNull();
    assertThat(reads.wouldStop()).isOne();
    assertThat(reads.stopped()).isZero();
    assertThat(list.all())
        .singleElement()
        .satisfies(known -> assertThat(known.wouldStop()).isOne())
        .satisfies(known -> assertThat(known.refusedUntil()).isNull());
  }

  @Test
  void client_ofAReadThatWasStopped_learnsItAndIsRefusedAfterwards() {
    RunawayReads reads = reads(Mode.ON, Duration.ofSeconds(1));

    assertThat(textAfter(reads, Duration.ofSeconds(2)))
        .startsWith("Stopped after 1,000 ms: this read");
    assertThat(textAfter(reads, Duration.ofSeconds(2))).startsWith("Refused: a read of table ks.t");
    assertThat(reads.refused()).isOne();
  }

  @Test
  void refusal_endsAfterItsTime() {
    RunawayReads reads = reads(Mode.ON, Duration.ofSeconds(1));
    Rejection unused = answerAfter(reads, Duration.ofSeconds(2));
    time.nanos += Duration.ofMinutes(10).toNanos();

    assertThat(answerAfter(reads, Duration.ofMillis(250))).isNull();
  }

  @Test
  void refusal_endsWhenTheRowIsDeletedOrTheModeChanges() {
    RunawayReads reads = reads(Mode.ON, Duration.ofSeconds(1));
    Rejection unused = answerAfter(reads, Duration.ofSeconds(2));
    assertThat(list.remove(list.all().get(0).id())).isTrue();
    assertThat(textAfter(reads, Duration.ofSeconds(2))).startsWith("Stopped");

    reads.setMode(Mode.ON);
    assertThat(answerAfter(reads, Duration.ofMillis(250))).isNull();
  }

  @Test
  void read_thatFailsForAnotherReason_keepsItsAnswer() {
    RunawayReads reads = reads(Mode.ON, Duration.ZERO);
    RunawayGuard guard = new RunawayGuard(reads, scans);
    Request request = scanRequest();
    Verdict admitted = guard.decide(request, Occasion.EXECUTION);

    assertThat(admitted).isEqualTo(Verdict.ADMIT);
    assertThat(guard.leave(request, new ReadTimeoutException(ConsistencyLevel.ONE, 0, 1, false)))
        .isNull();
    assertThat(list.all()).isEmpty();
  }

  @Test
  void read_thatIsInvalid_keepsItsAnswerEvenIfItIsStopped() {
    RunawayGuard guard = new RunawayGuard(reads(Mode.ON, Duration.ZERO), scans);
    Request request = scanRequest();
    Verdict admitted = guard.decide(request, Occasion.EXECUTION);
    Objects.requireNonNull(request.get(Scan.SLOT)).stop(1);

    assertThat(admitted).isEqualTo(Verdict.ADMIT);
    assertThat(guard.leave(request, new InvalidRequestException("no"))).isNull();
  }

  @Test
  void requestsForOnePartition_bypassTheGuard() {
    RunawayGuard guard = new RunawayGuard(reads(Mode.ON, Duration.ZERO), scans);

    assertThat(
            guard.isIdle(Statements.request(Statements.parse("SELECT * FROM ks.t WHERE k = ?"), 1)))
        .isTrue();
  }

  @Test
  void rangeRead_whileSwitchedOff_bypassesTheGuard() {
    RunawayGuard guard = new RunawayGuard(reads(Mode.OFF, Duration.ZERO), scans);

    assertThat(guard.isIdle(scanRequest())).isTrue();
  }

  @Test
  void list_ofManyStatements_keepsTheLatest() {
    for (int i = 0; i <= RunawayList.MOST; i++) {
      RunawayStatement unused =
          list.ran(
              table("t"), "identity " + i, "statement " + i, "role", true, 1, Instant.EPOCH, null);
    }

    assertThat(list.all()).hasSize(RunawayList.MOST);
    assertThat(list.all().get(0).text()).isEqualTo("statement 1");
  }
}
