package io.goodput.core.coalesce;

import static io.goodput.core.coalesce.Reading.Outcome.ALONE;
import static io.goodput.core.coalesce.Reading.Outcome.EXECUTED;
import static io.goodput.core.coalesce.Reading.Outcome.LATE;
import static io.goodput.core.coalesce.Reading.Outcome.POSTPONED;
import static io.goodput.core.coalesce.Reading.Outcome.REFUSED;
import static io.goodput.core.coalesce.Reading.Outcome.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CoalescerTest {

  private static final long MINUTE = 60 * Nanos.PER_SECOND;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger room = new AtomicInteger(8);
  private final TimeSource time = TimeSource.system();
  private final ManualTimer timer = new ManualTimer();
  private final Coalescer<String, String> coalescer = new Coalescer<>(time, timer, room::get);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void read_ofAKeyThatNoOneReads_isExecutedAtOnce() {
    Reading<String> reading = coalescer.read("key", in(MINUTE), always(() -> "answer"));

    assertThat(reading).isEqualTo(Reading.of(EXECUTED, "answer", 0));
  }

  @Test
  void readsDuringARead_areAnsweredByOneReadAfterIt() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    AtomicInteger executed = new AtomicInteger();
    List<Future<Reading<String>>> group =
        waiters(5, () -> always(() -> "second, read " + executed.incrementAndGet()));

    first.end();

    assertThat(leader.get()).isEqualTo(Reading.of(EXECUTED, "first", 0));
    List<Reading<String>> readings = all(group);
    assertThat(readings)
        .allSatisfy(reading -> assertThat(reading.answer()).hasValue("second, read 1"))
        .allSatisfy(reading -> assertThat(reading.others()).isEqualTo(4));
    assertThat(readings).filteredOn(reading -> reading.outcome() == EXECUTED).hasSize(1);
    assertThat(readings).filteredOn(reading -> reading.outcome() == SHARED).hasSize(4);
  }

  @Test
  void readsOfAnotherKey_doNotWait() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();

    Reading<String> other = coalescer.read("other", in(MINUTE), always(() -> "answer"));

    assertThat(other.outcome()).isEqualTo(EXECUTED);
    first.end();
    assertThat(leader.get().answer()).hasValue("first");
  }

  @Test
  void failureOfTheRead_reachesEachMember_andNotTheNextRead() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    IllegalStateException failure = new IllegalStateException("a replica is down");
    List<Future<Reading<String>>> group =
        waiters(
            3,
            () ->
                always(
                    () -> {
                      throw failure;
                    }));

    first.end();

    assertThat(leader.get().answer()).hasValue("first");
    for (Future<Reading<String>> member : group) {
      assertThatThrownBy(member::get).isInstanceOf(ExecutionException.class).hasCause(failure);
    }
    assertThat(coalescer.read("key", in(MINUTE), always(() -> "next")).answer()).hasValue("next");
  }

  @Test
  void memberWhoseDeadlinePasses_leaves_andTheOthersAreAnswered() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    List<Future<Reading<String>>> group = waiters(2, () -> always(() -> "second"));

    Reading<String> impatient =
        coalescer.read("key", in(20 * Nanos.PER_MILLI), always(() -> "never"));

    assertThat(impatient.outcome()).isEqualTo(LATE);
    first.end();
    assertThat(leader.get().answer()).hasValue("first");
    assertThat(all(group)).allMatch(reading -> reading.answer().equals(Optional.of("second")));
  }

  @Test
  void readBeyondTheBoundOfWaitingThreads_isLeftToItsCaller() throws Exception {
    room.set(2);
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    List<Future<Reading<String>>> group = waiters(2, () -> always(() -> "second"));

    Reading<String> third = coalescer.read("key", in(MINUTE), always(() -> "never"));

    assertThat(third.outcome()).isEqualTo(ALONE);
    first.end();
    assertThat(leader.get().answer()).hasValue("first");
    assertThat(all(group)).allMatch(reading -> reading.answer().equals(Optional.of("second")));
    assertThat(coalescer.waiting()).isZero();
  }

  @Test
  void readThatTheLimitRefuses_waitsForTheNextAdmission_withAllWhoArriveMeanwhile()
      throws Exception {
    BlockingQueue<String> admissions = new LinkedBlockingQueue<>();
    GroupRead<String> limited =
        pausing(() -> Optional.ofNullable(admissions.poll()), Nanos.PER_MILLI);
    List<Future<Reading<String>>> group = waiters(4, () -> limited);

    admissions.add("admitted");

    assertThat(all(group))
        .allMatch(reading -> reading.answer().equals(Optional.of("admitted")))
        .allMatch(reading -> reading.others() == 3);
  }

  @Test
  void readThatTheLimitNeverAdmits_isRefusedAtOnce_andItsGroupToo() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    List<Future<Reading<String>>> group =
        waiters(3, () -> pausing(Optional::empty, GroupRead.NEVER));

    first.end();

    assertThat(leader.get().answer()).hasValue("first");
    assertThat(all(group)).allMatch(reading -> reading.outcome() == REFUSED);
  }

  @Test
  void leaderWhoseDeadlineIsBeforeTheNextAttempt_isRefused_andAMemberLeadsThen() throws Exception {
    Held refused = new Held("refused");
    GroupRead<String> limited =
        pausing(
            () -> {
              String unused = uninterruptibly(refused::heldAnswer);
              return Optional.empty();
            },
            2 * MINUTE);
    Future<Reading<String>> impatient =
        threads.submit(() -> coalescer.read("key", in(MINUTE), limited));
    refused.awaitStart();
    List<Future<Reading<String>>> patient = waiters(1, () -> always(() -> "admitted"));

    refused.end();

    assertThat(impatient.get().outcome()).isEqualTo(REFUSED);
    timer.fire();
    assertThat(all(patient)).containsExactly(Reading.of(EXECUTED, "admitted", 0));
  }

  @Test
  void memberWhoseDeadlinePasses_whileALimitRefusesTheRead_isRefused() {
    begin();

    Reading<String> impatient =
        coalescer.read("key", in(20 * Nanos.PER_MILLI), always(() -> "never"));

    assertThat(impatient.outcome()).isEqualTo(REFUSED);
  }

  @Test
  void leaderWithoutRoomToPause_isRefused() {
    room.set(0);

    Reading<String> reading =
        coalescer.read("key", in(MINUTE), pausing(Optional::empty, Nanos.PER_MILLI));

    assertThat(reading.outcome()).isEqualTo(REFUSED);
  }

  @Test
  void readOfAKeyWhoseLeaderHangs_isExecutedByANewLeader() throws Exception {
    Held hanging = new Held("hanging");
    Future<Reading<String>> leader =
        threads.submit(() -> coalescer.read("key", in(0), hanging.groupRead()));
    hanging.awaitStart();

    await()
        .until(
            () ->
                coalescer.read("key", in(Nanos.PER_MILLI), always(() -> "own")).outcome()
                    == EXECUTED);

    hanging.end();
    assertThat(leader.get().answer()).hasValue("hanging");
  }

  @Test
  void interruptedMember_waitsOn_andKeepsItsInterrupt() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    List<Thread> waiting = new ArrayList<>();
    Future<Boolean> interrupted =
        threads.submit(
            () -> {
              waiting.add(Thread.currentThread());
              coalescer.read("key", in(MINUTE), always(() -> "second"));
              return Thread.currentThread().isInterrupted();
            });
    await().until(() -> coalescer.waiting() == 1);

    waiting.get(0).interrupt();
    first.end();

    assertThat(interrupted.get()).isTrue();
    assertThat(leader.get().answer()).hasValue("first");
  }

  private List<Future<Reading<String>>> waiters(int number, Supplier<GroupRead<String>> read) {
    int before = coalescer.waiting();
    List<Future<Reading<String>>> waiters = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      waiters.add(threads.submit(() -> coalescer.read("key", in(MINUTE), read.get())));
    }
    await().until(() -> coalescer.waiting() == before + number);
    return waiters;
  }

  private static List<Reading<String>> all(List<Future<Reading<String>>> futures) throws Exception {
    List<Reading<String>> readings = new ArrayList<>();
    for (Future<Reading<String>> future : futures) {
      readings.add(future.get());
    }
    return readings;
  }

  private long in(long nanos) {
    return time.monotonicNanos() + nanos;
  }

  private static GroupRead<String> always(Supplier<String> read) {
    return pausing(() -> Optional.of(read.get()), GroupRead.NEVER);
  }

  /** A read that a limit does not admit as long as it supplies nothing. */
  private static GroupRead<String> pausing(Supplier<Optional<String>> attempt, long pause) {
    return new GroupRead<>() {
      private Optional<String> answer = Optional.empty();

      @Override
      public boolean attempt() {
        answer = attempt.get();
        return answer.isPresent();
      }

      @Override
      public String answer() {
        return answer.orElseThrow();
      }

      @Override
      public long pauseNanos() {
        return pause;
      }
    };
  }

  @Test
  void join_ofAKeyThatNoOneReads_isLeftToItsCaller() {
    assertThat(coalescer.join("key", now(), in(MINUTE), new Pending())).isFalse();
  }

  @Test
  void pendingRead_whenTheReadUnderWayEnds_leadsItsGroup() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    Pending earlier = joined();
    Pending later = joined();

    first.end();

    assertThat(leader.get().others()).isZero();
    Turn<String> turn = later.turn.get(10, TimeUnit.SECONDS);
    assertThat(earlier.answer).isNotDone();
    assertThat(turn.read(always(() -> "second"))).isEqualTo(Reading.of(EXECUTED, "second", 1));
    assertThat(earlier.answer).isCompletedWithValue(Reading.of(SHARED, "second", 1));
    assertThat(coalescer.lines()).isZero();
  }

  @Test
  void turn_thatIsPassedOn_isAnotherMembers() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    Pending earlier = joined();
    Pending later = joined();
    first.end();
    assertThat(leader.get().outcome()).isEqualTo(EXECUTED);

    later.turn.get(10, TimeUnit.SECONDS).pass();

    assertThat(earlier.turn.get(10, TimeUnit.SECONDS).read(always(() -> "second")).answer())
        .hasValue("second");
    assertThat(later.answer).isNotDone();
  }

  @Test
  void turn_whoseReadFails_failsThePendingReads() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    Pending earlier = joined();
    Pending later = joined();
    first.end();
    assertThat(leader.get().outcome()).isEqualTo(EXECUTED);
    IllegalStateException failure = new IllegalStateException("a replica is down");

    assertThatThrownBy(
            () ->
                later
                    .turn
                    .get(10, TimeUnit.SECONDS)
                    .read(
                        always(
                            () -> {
                              throw failure;
                            })))
        .isSameAs(failure);

    assertThatThrownBy(earlier.answer::join).hasCause(failure);
  }

  @Test
  void expire_afterTheDeadline_endsTheWaitOfAPendingRead() throws Exception {
    Held first = new Held("first");
    Future<Reading<String>> leader = threads.submit(() -> first.read());
    first.awaitStart();
    Pending impatient = new Pending();
    assertThat(coalescer.join("key", now(), in(MINUTE), impatient)).isTrue();
    Pending patient = joined();

    coalescer.expire(in(2 * MINUTE));

    assertThat(impatient.answer).isCompletedWithValue(Reading.of(LATE));
    assertThat(patient.answer).isNotDone();
    assertThat(coalescer.pending()).isEqualTo(1);
    first.end();
    assertThat(leader.get().answer()).hasValue("first");
  }

  @Test
  void begin_ofAReadThatALimitRefuses_letsOthersJoinBeforeItIsTriedAgain() throws Exception {
    Pending first = begin();
    Pending other = joined();
    assertThat(coalescer.begin("key", true, 1, now(), in(MINUTE), new Pending())).isFalse();

    timer.fire();

    Turn<String> turn = other.turn.get(10, TimeUnit.SECONDS);
    assertThat(turn.read(always(() -> "answer"))).isEqualTo(Reading.of(EXECUTED, "answer", 1));
    assertThat(first.answer).isCompletedWithValue(Reading.of(SHARED, "answer", 1));
  }

  @Test
  void begin_ofAKeyWhoseLeaderHangs_replacesItsLine() {
    long longAgo = now() - MINUTE;
    assertThat(coalescer.begin("key", true, 1, longAgo, longAgo, new Pending())).isTrue();
    coalescer.expire(in(10 * MINUTE));

    assertThat(coalescer.begin("key", true, 1, now(), in(MINUTE), new Pending())).isTrue();
  }

  @Test
  @DisplayName("A sender takes at most half of the places, and another one finds some")
  void join_ofASenderWithHalfOfThePlaces_isLeftToItsCaller() {
    begin();
    int waiting = 1;
    while (coalescer.join("key", now(), in(MINUTE), new Pending(0))) {
      waiting++;
    }

    assertThat(waiting).isEqualTo(1 << 15);
    assertThat(coalescer.hasRoom(0, true)).isFalse();
    assertThat(coalescer.join("key", now(), in(MINUTE), new Pending(1))).isTrue();

    coalescer.expire(in(10 * MINUTE));
    assertThat(coalescer.hasRoom(0, true)).isTrue();
  }

  @Test
  void begin_ofMoreLinesThanMayWait_isLeftToItsCaller() {
    room.set(1);
    begin();

    assertThat(coalescer.hasRoom(0, false)).isFalse();
    assertThat(coalescer.hasRoom(0, true)).isTrue();
    assertThat(coalescer.begin("other", true, 1, now(), in(MINUTE), new Pending())).isFalse();
  }

  @Test
  @DisplayName("A leader that is refused gives its thread back, and its line is tried again later")
  void turn_thatIsRefused_waitsOnTheTimer() throws Exception {
    Pending first = begin();
    timer.fire();

    Reading<String> postponed =
        first.turn.get(10, TimeUnit.SECONDS).read(pausing(Optional::empty, Nanos.PER_MILLI));

    assertThat(postponed.outcome()).isEqualTo(POSTPONED);
    assertThat(first.answer).isNotDone();
    assertThat(coalescer.waiting()).isZero();
    assertThat(coalescer.pending()).isEqualTo(1);
    timer.fire();
    assertThat(first.turns.take().read(always(() -> "answer")))
        .isEqualTo(Reading.of(EXECUTED, "answer", 0));
    assertThat(coalescer.lines()).isZero();
  }

  @Test
  void turn_thatIsRefusedShortlyBeforeItsDeadline_isRefused_andTheOthersAreTriedLater()
      throws Exception {
    Pending other = begin();
    Pending leader = new Pending();
    assertThat(coalescer.join("key", now(), in(30 * Nanos.PER_SECOND), leader)).isTrue();
    timer.fire();

    Reading<String> refused =
        leader.turn.get(10, TimeUnit.SECONDS).read(pausing(Optional::empty, 40 * Nanos.PER_SECOND));

    assertThat(refused.outcome()).isEqualTo(REFUSED);
    assertThat(other.turn).isNotDone();
    timer.fire();
    assertThat(other.turn).isDone();
  }

  @Test
  @DisplayName("A group that finds no room to wait is refused at once, not one member at a time")
  void turn_thatIsRefusedWithoutRoom_refusesItsWholeGroup() {
    room.set(1);
    Pending first = begin();
    List<Pending> group = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      group.add(joined());
    }
    room.set(0);
    timer.fire();
    Pending leader = group.get(999);

    Reading<String> reading = leader.turn.join().read(pausing(Optional::empty, Nanos.PER_MILLI));

    assertThat(reading.outcome()).isEqualTo(REFUSED);
    group.remove(leader);
    group.add(first);
    assertThat(group)
        .allSatisfy(it -> assertThat(it.answer).isCompletedWithValue(Reading.of(REFUSED)));
    assertThat(coalescer.lines()).isZero();
  }

  @Test
  @DisplayName("A turn that no one uses leaves no line behind")
  void turn_thatIsLost_losesItsLine() {
    Pending first = begin();
    timer.fire();
    assertThat(first.turn).isDone();

    coalescer.expire(now() + 60 * MINUTE);

    assertThat(coalescer.lines()).isZero();
  }

  @Test
  void turn_ofAReadThatOnlyLacksRoom_isLateAndNotRefused() throws Exception {
    Pending first = begin();
    timer.fire();

    Reading<String> reading =
        first
            .turn
            .get(10, TimeUnit.SECONDS)
            .read(
                new GroupRead<>() {
                  @Override
                  public boolean attempt() {
                    return false;
                  }

                  @Override
                  public boolean isOverLimit() {
                    return false;
                  }

                  @Override
                  public String answer() {
                    throw new AssertionError();
                  }

                  @Override
                  public long pauseNanos() {
                    return 2 * MINUTE;
                  }
                });

    assertThat(reading.outcome()).isEqualTo(LATE);
  }

  @Test
  void begin_whileTheTimerFails_isLeftToItsCaller_andLeavesNothingBehind() {
    Coalescer<String, String> failing =
        new Coalescer<>(
            time,
            (nanos, task) -> {
              throw new IllegalStateException("no thread for the timer");
            },
            () -> 1);

    for (int i = 0; i < 3; i++) {
      assertThat(failing.begin("key", true, 1, now(), in(MINUTE), new Pending())).isFalse();
    }
    assertThat(failing.lines()).isZero();
    assertThat(failing.pending()).isZero();
  }

  /** A read that was refused, and that waits for its next attempt. */
  private Pending begin() {
    Pending pending = new Pending();
    assertThat(coalescer.begin("key", true, Nanos.PER_MILLI, now(), in(MINUTE), pending)).isTrue();
    return pending;
  }

  private Pending joined() {
    Pending pending = new Pending();
    assertThat(coalescer.join("key", now(), in(10 * MINUTE), pending)).isTrue();
    return pending;
  }

  private long now() {
    return time.monotonicNanos();
  }

  /** A read that waits without a thread. */
  private static final class Pending implements PendingRead<String> {

    private final int sender;
    private final CompletableFuture<Turn<String>> turn = new CompletableFuture<>();
    private final BlockingQueue<Turn<String>> turns = new LinkedBlockingQueue<>();
    private final CompletableFuture<Reading<String>> answer = new CompletableFuture<>();

    Pending() {
      this(0);
    }

    Pending(int sender) {
      this.sender = sender;
    }

    @Override
    public int sender() {
      return sender;
    }

    @Override
    public void lead(Turn<String> own) {
      if (!turn.complete(own)) {
        turns.add(own);
      }
    }

    @Override
    public void answer(Reading<String> reading) {
      answer.complete(reading);
    }

    @Override
    public void fail(Throwable failure) {
      answer.completeExceptionally(failure);
    }
  }

  /** A read that ends when the test says so. */
  private final class Held {

    private final String answer;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch ends = new CountDownLatch(1);

    Held(String answer) {
      this.answer = answer;
    }

    Reading<String> read() {
      return coalescer.read("key", in(MINUTE), groupRead());
    }

    GroupRead<String> groupRead() {
      return always(() -> uninterruptibly(this::heldAnswer));
    }

    private String heldAnswer() throws InterruptedException {
      started.countDown();
      ends.await();
      return answer;
    }

    void awaitStart() throws InterruptedException {
      started.await();
    }

    void end() {
      ends.countDown();
    }
  }

  private static String uninterruptibly(Callable<String> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
