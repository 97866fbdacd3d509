package io.goodput.lab.bench.load;

import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.protocol.internal.Frame;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Requests of clients that do not wait for long. A client sends its request again, at once and to
 * the next node, if it has no answer in time, or if the answer is a timeout or an overload. It
 * ignores answers that come later. A rejection is final. Thread-safe.
 */
public final class RetriedRequests implements RequestSource, AutoCloseable {

  /** Sends a request to a node that is a number of places after its first. */
  @FunctionalInterface
  interface Sender {
    boolean send(long number, int places, ResponseCallback callback);
  }

  private final Sender sender;
  private final Duration timeout;
  private final int retries;
  private final LongAdder sent = new LongAdder();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "load-timeouts");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Requests that are sent several times.
   *
   * @param timeout of each attempt
   * @param retries attempts after the first
   */
  public RetriedRequests(Requests requests, Duration timeout, int retries) {
    this(requests::send, timeout, retries);
  }

  RetriedRequests(Sender sender, Duration timeout, int retries) {
    this.sender = sender;
    this.timeout = timeout;
    this.retries = retries;
  }

  /** Attempts so far, of all requests together. */
  public long sent() {
    return sent.sum();
  }

  @Override
  public boolean send(long number, ResponseCallback callback) {
    return new Attempt(number, 0, callback).send();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  private final class Attempt implements ResponseCallback {

    private final AtomicBoolean ended = new AtomicBoolean();
    private final long number;
    private final int earlier;
    private final ResponseCallback callback;

    Attempt(long number, int earlier, ResponseCallback callback) {
      this.number = number;
      this.earlier = earlier;
      this.callback = callback;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing waits for the timeout.
    boolean send() {
      sent.increment();
      boolean isSent = sender.send(number, earlier, this);
      if (isSent) {
        timer.schedule(this::timeOut, timeout.toNanos(), TimeUnit.NANOSECONDS);
      }
      return isSent;
    }

    private void timeOut() {
      onFailure(new TimeoutException("no answer within " + timeout.toMillis() + " ms"));
    }

    @Override
    public void onResponse(Frame frame) {
      Outcome outcome = Outcome.of(frame.message, true);
      boolean isFinal = outcome != Outcome.TIMED_OUT && outcome != Outcome.OVERLOADED;
      end(isFinal, () -> callback.onResponse(frame));
    }

    @Override
    public void onFailure(Throwable problem) {
      end(false, () -> callback.onFailure(problem));
    }

    private void end(boolean isFinal, Runnable report) {
      if (!ended.compareAndSet(false, true)) {
        return;
      }
      if (isFinal || earlier == retries || !new Attempt(number, earlier + 1, callback).send()) {
        report.run();
      }
    }
  }
}
