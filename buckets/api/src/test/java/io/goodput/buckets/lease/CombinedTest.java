package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.BucketStore.Answer;
import io.goodput.buckets.store.BucketStore.Wanted;
import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Leases;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.ManualTime;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Combined requests")
class CombinedTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(1, 1));
  private static final int WORKERS = 4;

  private final ConcurrentLinkedQueue<List<String>> statements = new ConcurrentLinkedQueue<>();
  private final Semaphore mayEnd = new Semaphore(0, true);
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Combined combined = new Combined(new CombiningStore(this::execute), time);
  private final WorkerThreads workers = new WorkerThreads(WORKERS);

  @AfterEach
  void close() {
    mayEnd.release(1_000);
    workers.close(1_000);
  }

  @Test
  @DisplayName("wait while two statements are in flight, and go together in the order of their ids")
  void requests_whileStatementsAreInFlight_goTogether() throws Exception {
    List<Sent> requests = sendEach("x", "y", "c", "a", "b");
    mayEnd.release(3);
    for (Sent request : requests) {
      assertThat(request.answer.get()).isNotNull();
    }

    assertThat(statements).containsExactly(List.of("x"), List.of("y"), List.of("a", "b", "c"));
  }

  @Test
  @DisplayName("wait until they are no fewer than those in flight, or a statement ends")
  void requests_fewerThanInFlight_waitForMore() {
    sendThreeInOneStatement();
    send("6");
    send("7");
    assertThat(combined.waiting()).isEqualTo(2);

    send("8");

    await().until(() -> statements.contains(List.of("6", "7", "8")));
  }

  @Test
  @DisplayName("do not wait long for more of them")
  void request_whileAStatementTakesLong_isSent() {
    sendThreeInOneStatement();
    send("6");
    assertThat(combined.waiting()).isEqualTo(1);

    time.advanceNanos(Combined.LONG);

    await().until(() -> statements.contains(List.of("6")));
  }

  @Test
  @DisplayName("get their own answers")
  void answers_ofACombinedStatement_areThoseOfTheirRequests() throws Exception {
    mayEnd.release(1_000);
    List<Sent> requests = IntStream.range(0, 200).mapToObj(i -> send(Integer.toString(i))).toList();

    for (int i = 0; i < requests.size(); i++) {
      assertThat(requests.get(i).answer.get())
          .extracting(it -> it.grant().tokens())
          .isEqualTo((long) i);
    }
  }

  @Test
  @DisplayName("are not sent if they want nothing any more")
  void request_thatWantsNothing_isNotSent() throws Exception {
    mayEnd.release(1_000);
    send("");

    assertThat(send("1").answer.get()).isNotNull();
    assertThat(statements).containsExactly(List.of("1"));
  }

  @Test
  @DisplayName("are to be sent alone after the statement has failed")
  void statement_thatFails_hasNoAnswers() throws Exception {
    mayEnd.release(1_000);

    assertThat(send("fails").answer.get()).isNull();
    assertThat(send("needs an operator").answer.get()).isNull();
    assertThat(send("1").answer.get()).isNotNull();
  }

  @Test
  @DisplayName("are sent again if the statement has failed, but not without end")
  void statement_thatFails_isRepeated() throws Exception {
    mayEnd.release(1_000);

    assertThat(send("fails").answer.get()).isNull();
    assertThat(statements).containsExactly(List.of("fails"), List.of("fails"), List.of("fails"));
  }

  @Test
  @DisplayName("are not sent again if an operator has to fix something")
  void statement_thatNeedsAnOperator_isNotRepeated() throws Exception {
    mayEnd.release(1_000);

    assertThat(send("needs an operator").answer.get()).isNull();
    assertThat(statements).hasSize(1);
  }

  @Test
  @DisplayName("are sent with the next ones if others had locked their rows")
  void requests_ofLockedRows_goWithTheNextOnes() throws Exception {
    mayEnd.release(1_000);
    Sent locked = send("locked once");

    assertThat(locked.answer.get()).isNotNull();
    assertThat(statements).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"away", "breaks"})
  @DisplayName("fail if the database does not answer, or if the driver breaks")
  void statement_withoutAnswer_failsForAll(String id) {
    mayEnd.release(1_000);
    Future<@Nullable Answer> answer = send(id).answer;

    assertThatThrownBy(answer::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(StoreException.class);
  }

  @Test
  @DisplayName("are to be sent alone if there is no worker for a statement")
  void request_withoutWorker_hasNoAnswer() throws Exception {
    workers.close(0);

    assertThat(send("1").answer.get()).isNull();
    assertThat(combined.waiting()).isZero();
    assertThat(statements).isEmpty();
  }

  @Test
  @DisplayName("do not suffer from the defect of another one")
  void request_thatThrows_harmsNoOther() throws Exception {
    List<Sent> requests = sendEach("x", "y", "throws", "z");
    mayEnd.release(1_000);

    assertThat(requests.get(3).answer.get()).isNotNull();
    assertThat(send("1").answer.get()).isNotNull();
  }

  @Test
  @DisplayName("go in a second statement if there are more than one takes")
  void requests_moreThanAStatementTakes_goInTwo() {
    CountDownLatch hasWorker = new CountDownLatch(1);
    for (int worker = 0; worker < WORKERS; worker++) {
      workers.run(() -> awaitUninterrupted(hasWorker));
    }
    IntStream.range(0, 2 * Combined.MOST_REQUESTS).forEach(i -> send(Integer.toString(i)));

    hasWorker.countDown();

    await().until(() -> statements.size() == 2);
    assertThat(statements).allSatisfy(ids -> assertThat(ids).hasSize(Combined.MOST_REQUESTS));
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @DisplayName("let other tasks of the only worker have their turn")
  void requests_withoutEnd_leaveATurnToOtherTasks() {
    WorkerThreads one = new WorkerThreads(1);
    AtomicBoolean isOver = new AtomicBoolean();
    Combined endless = new Combined(new CombiningStore(CombinedTest::answers), time);
    endless.send(new Endless(endless, one, isOver), one);

    one.run(() -> isOver.set(true));

    await().untilTrue(isOver);
    one.close(1_000);
  }

  /** Leaves a statement in flight that takes three requests, after two that have ended. */
  private void sendThreeInOneStatement() {
    sendEach("1", "2", "3", "4", "5");
    mayEnd.release(2);
    await().until(() -> statements.contains(List.of("3", "4", "5")));
  }

  /** Sends requests: the first ones in a statement each, and the others to wait for one. */
  private List<Sent> sendEach(String... ids) {
    List<Sent> sent = new ArrayList<>();
    for (String id : ids) {
      sent.add(send(id));
      await().until(() -> statements.size() == Math.min(sent.size(), Combined.MOST_IN_FLIGHT));
    }
    return sent;
  }

  private Sent send(String id) {
    Sent request = new Sent(id, new CompletableFuture<>());
    combined.send(request, workers);
    return request;
  }

  private record Sent(String id, CompletableFuture<@Nullable Answer> answer)
      implements Combined.Request {

    @Override
    public @Nullable Wanted wanted() {
      return id.isEmpty() ? null : new Wanted(id, LIMIT, TokenRequest.forOne(1), 500);
    }

    @Override
    public void answered(@Nullable Answer given) {
      answer.complete(given);
      if (id.equals("throws")) {
        throw new IllegalStateException("This request has a defect.");
      }
    }

    @Override
    public void failed(StoreException problem) {
      answer.completeExceptionally(problem);
    }
  }

  /** A request that follows itself. */
  private record Endless(Combined combined, WorkerThreads workers, AtomicBoolean isOver)
      implements Combined.Request {

    @Override
    public Wanted wanted() {
      return new Wanted("1", LIMIT, TokenRequest.forOne(1), 500);
    }

    @Override
    public void answered(@Nullable Answer given) {
      if (!isOver.get()) {
        combined.send(this, workers);
      }
    }

    @Override
    public void failed(StoreException problem) {
      throw new AssertionError(problem);
    }
  }

  private List<@Nullable Answer> execute(List<Wanted> wanted) throws StoreException {
    statements.add(wanted.stream().map(Wanted::id).toList());
    mayEnd.acquireUninterruptibly();
    switch (wanted.get(0).id()) {
      case "fails" -> throw new StoreException("failed");
      case "needs an operator" -> throw new BucketException("Fix it.");
      case "away" -> throw StoreException.unavailable("refused", new IOException());
      case "locked once" -> {
        return statements.size() == 1 ? Collections.singletonList(null) : answers(wanted);
      }
      case "breaks" -> throw new LinkageError("broken");
      default -> {
        return answers(wanted);
      }
    }
  }

  private static List<@Nullable Answer> answers(List<Wanted> wanted) {
    List<@Nullable Answer> answers = new ArrayList<>();
    wanted.forEach(one -> answers.add(answer(one.id())));
    return answers;
  }

  private static Answer answer(String id) {
    long tokens = id.chars().allMatch(Character::isDigit) ? Long.parseLong(id) : 1;
    return new Answer(new Grant(tokens, 0, 0, 0, 0, 0, 0, 0), 0, LIMIT);
  }

  @FunctionalInterface
  private interface Statement {
    List<@Nullable Answer> send(List<Wanted> wanted) throws StoreException;
  }

  /** A store that gets all requests together. */
  private record CombiningStore(Statement statement) implements BucketStore {

    @Override
    public boolean combines() {
      return true;
    }

    @Override
    public List<@Nullable Answer> acquireAll(List<Wanted> wanted) throws StoreException {
      return statement.send(wanted);
    }

    @Override
    public Answer acquire(String id, @Nullable Rates stated, TokenRequest request, long millis) {
      throw new AssertionError("alone");
    }

    @Override
    public void giveBack(String id, Rates inForce, Leases.Unspent unspent, long millis) {}

    @Override
    public void refund(String id, @Nullable Rates stated, long tokens, long millis) {}
  }
}
