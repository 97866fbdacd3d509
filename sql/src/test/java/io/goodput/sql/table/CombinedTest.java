package io.goodput.sql.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.goodput.core.bucket.Grant;
import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import io.goodput.sql.bucket.BucketStore.Answer;
import io.goodput.sql.table.Combined.Wanted;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Requests of several threads")
class CombinedTest {

  private static final Rates LIMIT = Rates.of(Rate.perSecond(1, 1));

  private final ConcurrentLinkedQueue<List<String>> statements = new ConcurrentLinkedQueue<>();
  private final Semaphore mayEnd = new Semaphore(0, true);
  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final Combined combined = new Combined(this::execute, time);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    mayEnd.release(1_000);
    threads.shutdownNow();
  }

  @Test
  @DisplayName("wait while two statements are in flight, and go together in the order of their ids")
  void requests_whileStatementsAreInFlight_goTogether() throws Exception {
    List<Future<@Nullable Answer>> answers = new ArrayList<>();
    for (String id : List.of("x", "y", "c", "a", "b")) {
      int before = answers.size();
      answers.add(send(id));
      await().until(() -> combined.waiting() + statements.size() > before);
    }
    mayEnd.release(3);
    for (Future<@Nullable Answer> answer : answers) {
      assertThat(answer.get()).isNotNull();
    }

    assertThat(statements).containsExactly(List.of("x"), List.of("y"), List.of("a", "b", "c"));
  }

  @Test
  @DisplayName("wait until they are no fewer than those in flight, or a statement ends")
  void requests_fewerThanInFlight_waitForMore() {
    List<Future<@Nullable Answer>> unused = sendThreeInOneStatement();
    unused.add(send("6"));
    unused.add(send("7"));
    await().until(() -> combined.waiting() == 2);
    assertThat(statements).hasSize(3);

    unused.add(send("8"));
    await().until(() -> statements.contains(List.of("6", "7", "8")));
  }

  @Test
  @DisplayName("do not wait long for more of them")
  void request_whileAStatementTakesLong_isSent() {
    List<Future<@Nullable Answer>> unused = sendThreeInOneStatement();
    unused.add(send("6"));
    await().until(() -> combined.waiting() == 1);
    time.advanceNanos(Combined.LONG_MILLIS * Nanos.PER_MILLI);

    await().until(() -> statements.contains(List.of("6")));
  }

  @Test
  @DisplayName("get their own answers")
  void answers_ofACombinedStatement_areThoseOfTheirRequests() throws Exception {
    mayEnd.release(1_000);
    List<Future<@Nullable Answer>> answers =
        IntStream.range(0, 200).mapToObj(i -> send(Integer.toString(i))).toList();

    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).get()).extracting(it -> it.grant().tokens()).isEqualTo((long) i);
    }
  }

  @Test
  @DisplayName("are to be sent alone after the statement has failed")
  void statement_thatFails_hasNoAnswers() throws Exception {
    mayEnd.release(1_000);

    assertThat(send("fails").get()).isNull();
    assertThat(send("1").get()).isNotNull();
  }

  @Test
  @DisplayName("fail if the database does not answer")
  void statement_withoutAnswer_failsForAll() {
    mayEnd.release(1_000);

    assertThatThrownBy(() -> combined.send(wanted("away")))
        .isInstanceOf(SQLException.class)
        .hasMessage("refused");
  }

  @Test
  @DisplayName("end when their thread is interrupted")
  void request_whoseThreadIsInterrupted_ends() {
    List<Future<@Nullable Answer>> unused = List.of(send("x"), send("y"));
    await().until(() -> statements.size() == 2);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> combined.send(wanted("z"))).isInstanceOf(SQLException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(combined.waiting()).isZero();
  }

  /** Leaves a statement in flight that takes three requests, after two that have ended. */
  private List<Future<@Nullable Answer>> sendThreeInOneStatement() {
    List<Future<@Nullable Answer>> sent = new ArrayList<>();
    for (String id : List.of("1", "2", "3", "4", "5")) {
      sent.add(send(id));
      await().until(() -> statements.size() + combined.waiting() == sent.size());
    }
    mayEnd.release(2);
    await().until(() -> statements.contains(List.of("3", "4", "5")));
    return sent;
  }

  private Future<@Nullable Answer> send(String id) {
    return threads.submit(() -> combined.send(wanted(id)));
  }

  private static Wanted wanted(String id) {
    return new Wanted(id, LIMIT, TokenRequest.forOne(1), 500);
  }

  private List<@Nullable Answer> execute(List<Wanted> wanted) throws SQLException {
    statements.add(wanted.stream().map(Wanted::id).toList());
    mayEnd.acquireUninterruptibly();
    if (wanted.get(0).id().equals("fails")) {
      throw new SQLException("failed", "55P03");
    }
    if (wanted.get(0).id().equals("away")) {
      throw new SQLException("refused", "08001");
    }
    List<@Nullable Answer> answers = new ArrayList<>();
    wanted.forEach(one -> answers.add(answer(one.id())));
    return answers;
  }

  private static Answer answer(String id) {
    long tokens = id.chars().allMatch(Character::isDigit) ? Long.parseLong(id) : 1;
    return new Answer(new Grant(tokens, 0, 0, 0, 0, 0, 0), 0, LIMIT);
  }
}
