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

  /** A request that waits to be sent, since a moment of the monotonic clock. */
  private record Waiting(Request request, long since) {}

  /** A request that is sent. */
  private record Sent(Request request, Wanted wanted) {

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
      waiting.add(new Waiting(request, time.monotonicNanos()));
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
      for (List<Request> batch = first(); !batch.isEmpty(); batch = next(batch, true)) {
        batch.forEach(request -> guarded(() -> request.answered(null)));
      }
    }
  }

  /** Sends statement after statement, but lets other tasks of the workers have their turn. */
  private void sendInTurn(Workers workers) {
    List<Request> batch = first();
    for (int i = 1; !batch.isEmpty(); i++) {
      // There may be more than a statement takes.
      look(workers);
      send(batch);
      batch = next(batch, i < MOST_IN_TURN);
    }
    look(workers);
  }

  private synchronized List<Request> first() {
    isStarting = false;
    return isWorthAStatement() ? take() : List.of();
  }

  /**
   * What to send after requests that have ended.
   *
   * @param isInTurn whether the same worker may send more
   */
  private synchronized List<Request> next(List<Request> ended, boolean isInTurn) {
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

  private List<Request> take() {
    List<Request> batch = new ArrayList<>();
    while (batch.size() < MOST_REQUESTS && !waiting.isEmpty()) {
      batch.add(waiting.remove().request());
    }
    inFlight += batch.isEmpty() ? 0 : 1;
    requestsInFlight += batch.size();
    return batch;
  }

  private void send(List<Request> requests) {
    guarded(() -> sendAll(requests));
  }

  private void sendAll(List<Request> requests) {
    List<Sent> batch = new ArrayList<>();
    for (Request request : requests) {
      guarded(
          () -> {
            Wanted wanted = request.wanted();
            if (wanted != null) {
              batch.add(new Sent(request, wanted));
            }
          });
    }
    if (!batch.isEmpty()) {
      batch.sort(Comparator.comparing(Sent::id));
      execute(batch);
    }
  }

  private void execute(List<Sent> batch) {
    List<@Nullable Answer> answers = List.of();
    try {
      answers = store.acquireAll(batch.stream().map(Sent::wanted).toList());
    } catch (StoreException e) {
      if (e.isUnavailable()) {
        batch.forEach(sent -> guarded(() -> sent.request().failed(e)));
        return;
      }
      // Each request alone finds out whether the statement fails by its own fault.
    } catch (BucketException e) {
      // An operator has to fix it. Each request alone finds out whether it is concerned.
    } catch (RuntimeException | Error e) {
      StoreException failure = new StoreException("The request failed: " + e, e);
      batch.forEach(sent -> guarded(() -> sent.request().failed(failure)));
      return;
    }
    for (int i = 0; i < batch.size(); i++) {
      Request request = batch.get(i).request();
      Answer answer = answers.isEmpty() ? null : answers.get(i);
      guarded(() -> request.answered(answer));
    }
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
