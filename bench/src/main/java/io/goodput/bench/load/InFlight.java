package io.goodput.bench.load;

import com.datastax.oss.driver.internal.core.channel.ResponseCallback;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.response.Error;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for their answers: at most so many, each in a slot that is used again.
 * Thread-safe.
 */
final class InFlight {

  private final Requests requests;
  private final Recording recording;
  private final long start;
  private final long deadlineNanos;
  private final Runnable onFree;
  private final int size;
  private final Deque<Slot> free;

  /**
   * @param start in nanoseconds of {@link System#nanoTime}
   * @param onFree run after each answer
   */
  InFlight(
      Requests requests,
      Recording recording,
      long start,
      Duration deadline,
      int size,
      Runnable onFree) {
    this.requests = requests;
    this.recording = recording;
    this.start = start;
    this.deadlineNanos = deadline.toNanos();
    this.onFree = onFree;
    this.size = size;
    this.free = new ArrayDeque<>(size);
    for (int i = 0; i < size; i++) {
      free.push(new Slot());
    }
  }

  /** Sends the request of this number, which was to be sent then; or counts it as dropped. */
  void send(long number, long intended) {
    Slot slot = take();
    if (slot == null) {
      recording.count(Outcome.DROPPED, secondOf(intended), 0);
      return;
    }
    slot.intended = intended;
    slot.waiting.set(true);
    if (!requests.send(number, slot)) {
      recording.count(Outcome.DROPPED, secondOf(intended), 0);
      giveBack(slot);
    }
  }

  /** Waits until all have been answered. Those that are not by then never will be. */
  void awaitAnswers(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    synchronized (free) {
      while (free.size() < size) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          recording.explain("%d requests were never answered".formatted(size - free.size()));
          return;
        }
        free.wait(left);
      }
    }
  }

  private @Nullable Slot take() {
    synchronized (free) {
      return free.poll();
    }
  }

  private void giveBack(Slot slot) {
    synchronized (free) {
      free.push(slot);
      if (free.size() == size) {
        free.notifyAll();
      }
    }
  }

  private long secondOf(long moment) {
    return TimeUnit.NANOSECONDS.toSeconds(moment - start);
  }

  private final class Slot implements ResponseCallback {

    private final AtomicBoolean waiting = new AtomicBoolean();
    private long intended;

    @Override
    public void onResponse(Frame frame) {
      Message answer = frame.message;
      long latency = System.nanoTime() - intended;
      Outcome outcome = Outcome.of(answer, latency <= deadlineNanos);
      if (outcome == Outcome.FAILED && answer instanceof Error error) {
        recording.explain(error.message);
      }
      end(outcome, latency);
    }

    @Override
    public void onFailure(Throwable problem) {
      recording.explain(problem.toString());
      end(Outcome.FAILED, 0);
    }

    /** A connection that breaks may tell so of a request twice. */
    private void end(Outcome outcome, long latency) {
      if (!waiting.compareAndSet(true, false)) {
        return;
      }
      recording.count(outcome, secondOf(intended), latency);
      giveBack(this);
      onFree.run();
    }
  }
}
