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
 * Requests of clients that do not wait for long. A client sends its request again, at once and to
 * the next node, if it has no answer in time, or if the answer is a timeout or an overload. It
 * ignores answers that come later. A rejection is final. Thread-safe.
 */
public final class RetriedRequests implements RequestSource {

  private final RequestSource requests;
  private final int retries;
  private final LongAdder sent = new LongAdder();
  private final Executor afterTimeout;
  private final String noAnswer;

  /**
   * Requests that are sent several times.
   *
   * @param timeout of each attempt
   * @param retries attempts after the first
   */
  public RetriedRequests(RequestSource requests, Duration timeout, int retries) {
    this.requests = requests;
    this.retries = retries;
    afterTimeout =
        CompletableFuture.delayedExecutor(timeout.toNanos(), TimeUnit.NANOSECONDS, Runnable::run);
    noAnswer = "no answer within " + timeout.toMillis() + " ms";
  }

  /** Attempts so far, of all requests together. */
  public long sent() {
    return sent.sum();
  }

  @Override
  public boolean send(long number, int places, ResponseCallback callback) {
    return send(number, places, retries, callback);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback learns of a failure.
  private boolean send(long number, int places, int retriesLeft, ResponseCallback callback) {
    sent.increment();
    Attempt attempt = new Attempt();
    if (!requests.send(number, places, attempt)) {
      return false;
    }
    afterTimeout.execute(() -> attempt.onFailure(new TimeoutException(noAnswer)));
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

  private static boolean isFinal(@Nullable Frame answer) {
    if (answer == null) {
      return false;
    }
    Outcome outcome = Outcome.of(answer.message, true);
    return outcome != Outcome.TIMED_OUT && outcome != Outcome.OVERLOADED;
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
