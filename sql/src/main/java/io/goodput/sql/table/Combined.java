package io.goodput.sql.table;

import io.goodput.core.bucket.Rates;
import io.goodput.core.bucket.TokenRequest;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import io.goodput.sql.bucket.BucketStore.Answer;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Combines the requests of several threads: while a statement is in flight, further requests wait,
 * and the next statement sends them together. So a commit serves several buckets. Thread-safe.
 */
final class Combined {

  /**
   * A second statement keeps the database busy while the first one commits. It is sent for no fewer
   * requests than are in flight, so that statements stay large; or if the first one takes long.
   */
  static final int MOST_IN_FLIGHT = 2;

  /** After that, a request does not wait for more of them. */
  static final long LONG_MILLIS = 20;

  static final int MOST_REQUESTS = 64;

  /**
   * A request for tokens.
   *
   * @param stated the limits that the client states, null if the store has to know them
   * @param millis longest time for the request
   */
  record Wanted(String id, @Nullable Rates stated, TokenRequest request, long millis) {}

  /** Sends requests in one statement. */
  @FunctionalInterface
  interface Statement {

    /**
     * Sends requests.
     *
     * @param wanted in the order of their ids
     * @return an answer for each, or null for a bucket that another transaction uses
     */
    List<@Nullable Answer> send(List<Wanted> wanted) throws SQLException;
  }

  private final Statement statement;
  private final TimeSource time;
  private final Deque<Call> waiting = new ArrayDeque<>();
  private int inFlight;
  private int requestsInFlight;

  Combined(Statement statement, TimeSource time) {
    this.statement = statement;
    this.time = time;
  }

  /** A request and what came of it. Guarded by the monitor of this object. */
  private static final class Call {

    private final Wanted wanted;
    private final long since;
    private boolean isSent;
    private boolean isDone;
    private @Nullable Answer answer;
    private @Nullable SQLException failure;

    Call(Wanted wanted, long since) {
      this.wanted = wanted;
      this.since = since;
    }

    Wanted wanted() {
      return wanted;
    }
  }

  /**
   * Sends a request together with others.
   *
   * @return null if the request got no answer: it should be sent alone
   * @throws SQLException if the database did not answer, or the thread was interrupted
   */
  @Nullable Answer send(Wanted wanted) throws SQLException {
    Call call = new Call(wanted, time.monotonicNanos());
    List<Call> batch = enqueue(call);
    while (!batch.isEmpty()) {
      execute(batch);
      batch = next(call);
    }
    return answerTo(call);
  }

  /** The number of requests that wait to be sent. */
  synchronized int waiting() {
    return waiting.size();
  }

  /** Returns the calls that this thread has to send; none if another thread has sent its own. */
  private synchronized List<Call> enqueue(Call call) throws SQLException {
    waiting.add(call);
    return next(call);
  }

  private synchronized List<Call> next(Call call) throws SQLException {
    while (!call.isDone) {
      if (!call.isSent && inFlight < MOST_IN_FLIGHT && isWorthAStatement(call)) {
        List<Call> batch = drain();
        inFlight++;
        requestsInFlight += batch.size();
        return batch;
      }
      try {
        wait(millisToWait(call));
      } catch (InterruptedException e) {
        waiting.remove(call);
        Thread.currentThread().interrupt();
        throw new SQLException("The thread was interrupted.", e);
      }
    }
    return List.of();
  }

  private boolean isWorthAStatement(Call call) {
    return waiting.size() >= requestsInFlight
        || time.monotonicNanos() - call.since >= LONG_MILLIS * Nanos.PER_MILLI;
  }

  /** Until the request does not wait for more, or any time if it does not now. */
  private long millisToWait(Call call) {
    long waited = (time.monotonicNanos() - call.since) / Nanos.PER_MILLI;
    return waited < LONG_MILLIS ? LONG_MILLIS - waited : LONG_MILLIS;
  }

  private List<Call> drain() {
    List<Call> batch = new ArrayList<>();
    while (batch.size() < MOST_REQUESTS && !waiting.isEmpty()) {
      batch.add(waiting.remove());
    }
    batch.sort(Comparator.comparing(call -> call.wanted().id()));
    batch.forEach(call -> call.isSent = true);
    return batch;
  }

  private synchronized @Nullable Answer answerTo(Call call) throws SQLException {
    SQLException failure = call.failure;
    if (failure != null) {
      throw new SQLException(failure.getMessage(), failure.getSQLState(), failure);
    }
    return call.answer;
  }

  private void execute(List<Call> batch) {
    List<@Nullable Answer> answers = List.of();
    SQLException failure = null;
    try {
      answers = statement.send(batch.stream().map(Call::wanted).toList());
    } catch (SQLException e) {
      // Each request alone finds out whether the statement fails by its own fault.
      failure = isOfConnection(e) ? e : null;
    } catch (RuntimeException e) {
      // Such as a problem that an operator has to fix: each request alone finds it out, too.
    } finally {
      end(batch, answers, failure);
    }
  }

  /** Whether the database did not answer, so that requests alone would get no answer, either. */
  private static boolean isOfConnection(SQLException e) {
    return e.getSQLState() == null || e.getSQLState().startsWith("08");
  }

  private synchronized void end(
      List<Call> batch, List<@Nullable Answer> answers, @Nullable SQLException failure) {
    inFlight--;
    requestsInFlight -= batch.size();
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).answer = answers.isEmpty() ? null : answers.get(i);
      batch.get(i).failure = failure;
      batch.get(i).isDone = true;
    }
    notifyAll();
  }
}
