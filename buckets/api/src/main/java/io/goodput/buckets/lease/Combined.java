package io.goodput.buckets.lease;

import io.goodput.buckets.BucketException;
import io.goodput.buckets.StoreException;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.BucketStore.Answer;
import io.goodput.buckets.store.BucketStore.Wanted;
import io.goodput.buckets.store.Workers;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Combines requests: while a statement is in flight, further requests wait, and the next statement
 * sends them together. So a commit of a database serves several buckets, and a request needs no
 * thread. Thread-safe.
 */
final class Combined {

  /**
   * A second statement keeps the database busy while the first one commits. It is sent for no fewer
   * requests than are in flight, so that statements stay large; or if the first one takes long.
   */
  static final int MOST_IN_FLIGHT = 2;

  /** In nanoseconds. A request that has waited this long is sent without more of them. */
  static final long LONG = 20 * Nanos.PER_MILLI;

  static final int MOST_REQUESTS = 128;

  private static final int MOST_IN_TURN = 8;

  /**
   * A row that another statement has locked is free again after its commit. So a request for such a
   * row, or of a statement that waited too long for one, is sent together with the next ones. If a
   * transaction keeps the row for longer, only this request should wait for it.
   */
  static final int MOST_REPEATS = 2;

  /** A request. One thread at a time calls it. It does not block, unless the workers are closed. */
  interface Request {

    /**
     * What to acquire now, when the request is about to be sent. Null for nothing any more ends the
     * request, as an exception does.
     */
    @Nullable Wanted wanted();

    /**
     * Ends the request.
     *
     * @param answer null if the store has taken no tokens: the request should be sent alone
     */
    void answered(@Nullable Answer answer);

    /** Ends the request, whose outcome may be unknown; any tokens that it took are lost. */
    void failed(StoreException problem);
  }

  /**
   * A request that waits to be sent.
   *
   * @param since a moment of the monotonic clock
   * @param before the request as it was sent before, if the store took no tokens
   */
  private record Waiting(Request request, long since, @Nullable Sent before) {

    /** Null if the request has ended. */
    @Nullable Sent sent() {
      if (before != null) {
        return new Sent(request, before.wanted(), before.repeats() + 1);
      }
      Wanted wanted = request.wanted();
      return wanted == null ? null : new Sent(request, wanted, 0);
    }
  }

  /**
   * A request that is sent.
   *
   * @param repeats how often it was sent before
   */
  private record Sent(Request request, Wanted wanted, int repeats) {

    String id() {
      return wanted.id();
    }
  }

  private final BucketStore store;
  private final TimeSource time;

  /** What to do about the requests that wait. */
  private enum Step {
    SEND,
    LOOK_LATER,
    /** The end of a statement, a worker that starts, or a timer does. */
    NOTHING
  }

  // Guarded by the monitor of this object.
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int inFlight;
  private int requestsInFlight;
  private boolean isStarting;
  private boolean looksLater;

  Combined(BucketStore store, TimeSource time) {
    this.store = store;
    this.time = time;
  }

  /** Sends a request together with others, on a worker. Does not block. */
  void send(Request request, Workers workers) {
    synchronized (this) {
      waiting.add(new Waiting(request, time.monotonicNanos(), null));
    }
    look(workers);
  }

  /** The number of requests that wait to be sent. */
  synchronized int waiting() {
    return waiting.size();
  }

  private void look(Workers workers) {
    switch (step()) {
      case SEND -> start(workers);
      case LOOK_LATER -> lookLater(workers);
      case NOTHING -> {}
    }
  }

  private void lookLater(Workers workers) {
    try {
      Future<?> unused = workers.later(() -> lookAgain(workers), untilLong());
    } catch (RuntimeException | Error e) {
      // Without a timer, the end of the statement in flight is what to wait for.
      endTimer();
    }
  }

  /** Nanoseconds until the oldest request has waited for long. */
  private synchronized long untilLong() {
    Waiting oldest = waiting.peek();
    long age = oldest == null ? 0 : time.monotonicNanos() - oldest.since();
    return Math.max(Nanos.PER_MILLI, LONG - age);
  }

  private synchronized Step step() {
    if (waiting.isEmpty() || isStarting || inFlight == MOST_IN_FLIGHT) {
      return Step.NOTHING;
    }
    if (isWorthAStatement()) {
      isStarting = true;
      return Step.SEND;
    }
    boolean isFirst = !looksLater;
    looksLater = true;
    return isFirst ? Step.LOOK_LATER : Step.NOTHING;
  }

  private void lookAgain(Workers workers) {
    endTimer();
    look(workers);
  }

  private synchronized void endTimer() {
    looksLater = false;
  }

  private void start(Workers workers) {
    boolean started = false;
    try {
      started = workers.run(() -> sendInTurn(workers));
    } catch (RuntimeException | Error e) {
      // There is no thread for the statement. Each request alone finds that out, too.
    }
    if (!started) {
      for (List<Waiting> batch = first(); !batch.isEmpty(); batch = next(batch, true)) {
        batch.forEach(unsent -> guarded(() -> unsent.request().answered(null)));
      }
    }
  }

  /** Sends statement after statement, but lets other tasks of the workers have their turn. */
  private void sendInTurn(Workers workers) {
    List<Waiting> batch = first();
    for (int i = 1; !batch.isEmpty(); i++) {
      // There may be more than a statement takes.
      look(workers);
      send(batch);
      batch = next(batch, i < MOST_IN_TURN);
    }
    look(workers);
  }

  private synchronized List<Waiting> first() {
    isStarting = false;
    return isWorthAStatement() ? take() : List.of();
  }

  /**
   * What to send after requests that have ended.
   *
   * @param isInTurn whether the same worker may send more
   */
  private synchronized List<Waiting> next(List<Waiting> ended, boolean isInTurn) {
    inFlight--;
    requestsInFlight -= ended.size();
    return isInTurn && isWorthAStatement() ? take() : List.of();
  }

  private boolean isWorthAStatement() {
    Waiting oldest = waiting.peek();
    return oldest != null
        && inFlight < MOST_IN_FLIGHT
        && (waiting.size() >= requestsInFlight || time.monotonicNanos() - oldest.since() >= LONG);
  }

  private List<Waiting> take() {
    List<Waiting> batch = new ArrayList<>();
    while (batch.size() < MOST_REQUESTS && !waiting.isEmpty()) {
      batch.add(waiting.remove());
    }
    inFlight += batch.isEmpty() ? 0 : 1;
    requestsInFlight += batch.size();
    return batch;
  }

  private void send(List<Waiting> requests) {
    guarded(() -> sendAll(requests));
  }

  private void sendAll(List<Waiting> requests) {
    List<Sent> batch = new ArrayList<>();
    for (Waiting request : requests) {
      guarded(
          () -> {
            Sent sent = request.sent();
            if (sent != null) {
              batch.add(sent);
            }
          });
    }
    if (!batch.isEmpty()) {
      batch.sort(Comparator.comparing(Sent::id));
      execute(batch);
    }
  }

  private void execute(List<Sent> batch) {
    List<@Nullable Answer> answers;
    try {
      answers = store.acquireAll(batch.stream().map(Sent::wanted).toList());
    } catch (StoreException e) {
      if (e.isUnavailable()) {
        batch.forEach(sent -> guarded(() -> sent.request().failed(e)));
        return;
      }
      // In the end, each request alone finds out whether the statement fails by its own fault.
      repeatOrEnd(batch);
      return;
    } catch (BucketException e) {
      // An operator has to fix it. Each request alone finds out whether it is concerned.
      batch.forEach(sent -> guarded(() -> sent.request().answered(null)));
      return;
    } catch (RuntimeException | Error e) {
      StoreException failure = new StoreException("The request failed: " + e, e);
      batch.forEach(sent -> guarded(() -> sent.request().failed(failure)));
      return;
    }
    List<Sent> unanswered = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Request request = batch.get(i).request();
      Answer answer = answers.get(i);
      if (answer == null) {
        unanswered.add(batch.get(i));
      } else {
        guarded(() -> request.answered(answer));
      }
    }
    repeatOrEnd(unanswered);
  }

  private void repeatOrEnd(List<Sent> unanswered) {
    for (Sent sent : unanswered) {
      if (sent.repeats() < MOST_REPEATS) {
        repeat(sent);
      } else {
        guarded(() -> sent.request().answered(null));
      }
    }
  }

  private synchronized void repeat(Sent sent) {
    waiting.add(new Waiting(sent.request(), time.monotonicNanos(), sent));
  }

  /** Keeps a defect of one request from the others. */
  static void guarded(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      report(e);
    }
  }

  private static void report(Throwable defect) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, defect);
    } catch (RuntimeException | Error e) {
      // The JVM ignores what a handler throws, too.
    }
  }
}
