package io.goodput.lab.bench.load;

import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.protocol.internal.Frame;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Requests of clients that do not wait for long, and send a request again as {@link Retries} says.
 * A client ignores answers that come later. A rejection is final. Thread-safe.
 */
public final class RetriedRequests implements RequestSource {

  private final RequestSource requests;
  private final Retries retries;
  private final LongAdder sent = new LongAdder();
  private final Executor afterTimeout;
  private final @Nullable Executor beforeHedge;
  private final String noAnswer;

  /**
   * Requests that are sent several times.
   *
   * @param timeout of each attempt
   */
  public RetriedRequests(RequestSource requests, Duration timeout, Retries retries) {
    this.requests = requests;
    this.retries = retries;
    this.afterTimeout = after(timeout);
    Duration hedgeAfter = retries.hedgeAfter();
    this.beforeHedge = hedgeAfter == null ? null : after(hedgeAfter);
    noAnswer = "no answer within " + timeout.toMillis() + " ms";
  }

  private static Executor after(Duration pause) {
    return CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS, Runnable::run);
  }

  /** Attempts so far, of all requests together. */
  public long sent() {
    return sent.sum();
  }

  @Override
  public boolean send(long number, int places, ResponseCallback callback) {
    return send(number, places, retries.most(), callback);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback learns of a failure.
  private boolean send(long number, int places, int retriesLeft, ResponseCallback callback) {
    sent.increment();
    Attempt attempt = new Attempt();
    if (!requests.send(number, places, attempt)) {
      return false;
    }
    afterTimeout.execute(() -> attempt.onFailure(new TimeoutException(noAnswer)));
    if (beforeHedge != null) {
      beforeHedge.execute(() -> hedge(number, places + 1, attempt));
    }
    attempt.whenComplete(
        (answer, problem) -> {
          if (isFinal(answer)
              || retriesLeft == 0
              || !send(number, places + 1, retriesLeft - 1, callback)) {
            report(answer, problem, callback);
          }
        });
    return true;
  }

  private void hedge(long number, int places, Attempt attempt) {
    if (!attempt.isDone() && requests.send(number, places, attempt)) {
      sent.increment();
    }
  }

  private boolean isFinal(@Nullable Frame answer) {
    Outcome outcome = answer == null ? Outcome.TIMED_OUT : Outcome.of(answer.message, true);
    return switch (outcome) {
      case TIMED_OUT -> !retries.areAfterTimeouts();
      case OVERLOADED -> false;
      default -> true;
    };
  }

  private static void report(@Nullable Frame answer, Throwable problem, ResponseCallback callback) {
    if (answer == null) {
      callback.onFailure(problem);
    } else {
      callback.onResponse(answer);
    }
  }

  /** Ends with the first answer or failure. */
  private static final class Attempt extends CompletableFuture<Frame> implements ResponseCallback {

    @Override
    public void onResponse(Frame frame) {
      complete(frame);
    }

    @Override
    public void onFailure(Throwable problem) {
      completeExceptionally(problem);
    }
  }
}
