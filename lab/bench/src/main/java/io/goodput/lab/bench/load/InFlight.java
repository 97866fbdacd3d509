package io.goodput.lab.bench.load;

import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.response.Error;
import io.goodput.lab.bench.load.OpenLoop.Load;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The limited number of requests that wait for an answer. Thread-safe. */
final class InFlight {

  private final Load load;
  private final Recording recording;
  private final long start;
  private final Semaphore free;
  private final Runnable onAnswer;

  /** Requests of a recording that started at {@code start}, as from {@link System#nanoTime}. */
  InFlight(Load load, Recording recording, long start, Runnable onAnswer) {
    this.load = load;
    this.recording = recording;
    this.start = start;
    this.free = new Semaphore(load.maxInFlight());
    this.onAnswer = onAnswer;
  }

  /** Sends a request; counts it as dropped if the limit is reached or no node is connected. */
  void send(long number, long intended) {
    if (free.tryAcquire()) {
      if (load.requests().send(number, 0, new Answer(intended))) {
        return;
      }
      free.release();
    }
    recording.count(Outcome.DROPPED, secondOf(intended), 0);
  }

  /** Waits up to 30 seconds until no request is in flight. Nothing can be sent after that. */
  void awaitAnswers() throws InterruptedException {
    if (!free.tryAcquire(load.maxInFlight(), 30, TimeUnit.SECONDS)) {
      int missing = load.maxInFlight() - free.availablePermits();
      recording.explain("%d requests were never answered".formatted(missing));
    }
  }

  private long secondOf(long moment) {
    return TimeUnit.NANOSECONDS.toSeconds(moment - start);
  }

  private final class Answer implements ResponseCallback {

    private final AtomicBoolean ended = new AtomicBoolean();
    private final long intended;

    Answer(long intended) {
      this.intended = intended;
    }

    @Override
    public void onResponse(Frame frame) {
      long latency = System.nanoTime() - intended;
      Outcome outcome = Outcome.of(frame.message, latency <= load.deadline().toNanos());
      if (outcome == Outcome.FAILED && frame.message instanceof Error error) {
        recording.explain(error.message);
      }
      end(outcome, latency);
    }

    @Override
    public void onFailure(Throwable problem) {
      Outcome outcome = Outcome.of(problem);
      if (outcome == Outcome.FAILED) {
        recording.explain(problem.toString());
      }
      end(outcome, 0);
    }

    private void end(Outcome outcome, long latency) {
      // A broken connection may report the same request twice.
      if (ended.compareAndSet(false, true)) {
        recording.count(outcome, secondOf(intended), latency);
        free.release();
        onAnswer.run();
      }
    }
  }
}
