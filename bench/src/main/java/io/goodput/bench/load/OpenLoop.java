package io.goodput.bench.load;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An open load: every request has a moment at which it is to be sent, whatever became of those
 * before it. Latency counts from that moment, so that waiting for one's turn is part of it.
 */
public final class OpenLoop {

  private static final long PACE_NANOS = 500_000;
  private static final Duration LAST_ANSWER = Duration.ofSeconds(30);

  private OpenLoop() {}

  /**
   * One load of a run.
   *
   * @param perSecond requests
   * @param fromSecond of the run, when it sets in; it lasts to the end
   * @param maxInFlight requests sent and not yet answered; others are dropped
   * @param deadline from the intended moment, after which an answer is no goodput
   */
  public record Load(
      Requests requests, double perSecond, int fromSecond, int maxInFlight, Duration deadline) {}

  /** Something to be done when a second of the run begins. */
  public record Event(int second, Runnable action) {}

  /** Offers loads for some seconds, and waits for the last answer. */
  public static List<Recording> run(int seconds, List<Load> loads) throws InterruptedException {
    return run(seconds, loads, List.of());
  }

  /**
   * Offers loads for some seconds, and waits for the last answer.
   *
   * @param events run by threads of their own, so that no request waits for them
   * @return what became of each load, in their order
   */
  public static List<Recording> run(int seconds, List<Load> loads, List<Event> events)
      throws InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    List<Sender> senders = loads.stream().map(load -> new Sender(load, start, seconds)).toList();
    List<Thread> happening = events.stream().map(event -> thread(event, start)).toList();
    for (long now = start; now < end; now = System.nanoTime()) {
      for (Sender sender : senders) {
        sender.sendDue(now);
      }
      LockSupport.parkNanos(PACE_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    for (Sender sender : senders) {
      sender.sendDue(end);
      sender.inFlight.awaitAnswers(LAST_ANSWER);
    }
    for (Thread event : happening) {
      event.join();
    }
    return senders.stream().map(sender -> sender.recording).toList();
  }

  private static Thread thread(Event event, long start) {
    Thread thread =
        new Thread(
            () -> {
              long at = start + TimeUnit.SECONDS.toNanos(event.second());
              for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
                LockSupport.parkNanos(left);
              }
              event.action().run();
            },
            "load-event");
    thread.start();
    return thread;
  }

  private static final class Sender {

    private final Recording recording;
    private final InFlight inFlight;
    private final Schedule schedule;
    private long next;

    Sender(Load load, long start, int seconds) {
      recording = new Recording(seconds);
      inFlight =
          new InFlight(
              load.requests(), recording, start, load.deadline(), load.maxInFlight(), () -> {});
      schedule =
          new Schedule(start + TimeUnit.SECONDS.toNanos(load.fromSecond()), load.perSecond());
    }

    void sendDue(long now) {
      for (long due = schedule.dueBy(now); next < due; next++) {
        inFlight.send(next, schedule.momentOf(next));
      }
    }
  }
}
