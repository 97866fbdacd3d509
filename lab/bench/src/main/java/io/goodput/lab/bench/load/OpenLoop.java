package io.goodput.lab.bench.load;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * An open loop: the send time of a request does not depend on earlier answers. Latency counts from
 * the intended send time, so that it includes time spent waiting in the client.
 */
public final class OpenLoop {

  private OpenLoop() {}

  /**
   * One load from a second to the end of a run. Requests beyond {@code maxInFlight} are dropped;
   * answers after the deadline are no goodput.
   */
  public record Load(
      RequestSource requests,
      double perSecond,
      int fromSecond,
      int maxInFlight,
      Duration deadline) {}

  /** An action at the start of a second of the run. */
  public record Event(int second, Runnable action) {}

  public static List<Recording> run(int seconds, List<Load> loads) throws InterruptedException {
    return run(seconds, loads, List.of());
  }

  /**
   * Runs loads for some seconds, then waits for the last answer. Events run in threads of their
   * own, so that no request waits for them. Returns a recording of each load, in their order.
   */
  public static List<Recording> run(int seconds, List<Load> loads, List<Event> events)
      throws InterruptedException {
    return run(seconds, recordings -> false, loads, events);
  }

  /**
   * The same, but ends early once {@code isDone}, which is asked about every millisecond, and sees
   * what the recordings have so far.
   */
  public static List<Recording> run(
      int seconds, Predicate<List<Recording>> isDone, List<Load> loads, List<Event> events)
      throws InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    List<Sender> senders = loads.stream().map(load -> new Sender(load, start, seconds)).toList();
    List<Recording> recordings = senders.stream().map(sender -> sender.recording).toList();
    CompletableFuture<?>[] actions =
        events.stream().map(OpenLoop::schedule).toArray(CompletableFuture<?>[]::new);
    long now = start;
    for (; now < end && !isDone.test(recordings); now = System.nanoTime()) {
      for (Sender sender : senders) {
        sender.sendDue(now);
      }
      LockSupport.parkNanos(500_000);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    for (Sender sender : senders) {
      sender.sendDue(Math.min(now, end));
      sender.inFlight.awaitAnswers();
    }
    try {
      CompletableFuture.allOf(actions).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
    return recordings;
  }

  private static CompletableFuture<Void> schedule(Event event) {
    Executor ownThread = action -> new Thread(action, "load-event").start();
    return CompletableFuture.runAsync(
        event.action(),
        CompletableFuture.delayedExecutor(event.second(), TimeUnit.SECONDS, ownThread));
  }

  /** Evenly spaced send times, as from {@link System#nanoTime}. */
  record Schedule(long start, double perSecond) {

    /** Number of requests whose send time is before {@code now}. */
    long dueBy(long now) {
      return now < start ? 0 : (long) Math.ceil((now - start) / 1e9 * perSecond);
    }

    /** Send time of a request, numbered from 0. */
    long momentOf(long number) {
      return start + (long) (number / perSecond * 1e9);
    }
  }

  private static final class Sender {

    private final Recording recording;
    private final InFlight inFlight;
    private final Schedule schedule;
    private long next;

    Sender(Load load, long start, int seconds) {
      long begin = start + TimeUnit.SECONDS.toNanos(load.fromSecond);
      recording = new Recording(seconds);
      inFlight = new InFlight(load, recording, start, () -> {});
      schedule = new Schedule(begin, load.perSecond);
    }

    void sendDue(long now) {
      for (long due = schedule.dueBy(now); next < due; next++) {
        inFlight.send(next, schedule.momentOf(next));
      }
    }
  }
}
