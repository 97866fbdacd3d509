package io.goodput.lab.bench.load;

import io.goodput.lab.bench.load.OpenLoop.Load;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A closed loop: each client waits for an answer before it sends its next request. */
public final class ClosedLoop {

  private final AtomicLong next = new AtomicLong();
  private final long end;
  private final InFlight inFlight;

  private ClosedLoop(RequestSource requests, Recording recording, int clients) {
    long start = System.nanoTime();
    end = start + TimeUnit.SECONDS.toNanos(recording.length());
    // The answers set the rate, and every answer is in time.
    Load load = new Load(requests, Double.NaN, 0, clients, Duration.ofDays(1));
    inFlight = new InFlight(load, recording, start, this::sendNext);
  }

  /** Runs some clients for some seconds, then waits for the last answer. */
  public static Recording run(RequestSource requests, int clients, int seconds)
      throws InterruptedException {
    Recording recording = new Recording(seconds);
    ClosedLoop loop = new ClosedLoop(requests, recording, clients);
    for (int client = 0; client < clients; client++) {
      loop.sendNext();
    }
    TimeUnit.SECONDS.sleep(seconds);
    loop.inFlight.awaitAnswers();
    return recording;
  }

  /**
   * Requests per second that the nodes serve when they are never idle and have no queue. The first
   * second does not count.
   */
  public static double capacity(RequestSource requests, int clients, int seconds)
      throws InterruptedException {
    return run(requests, clients, seconds).over(1, seconds).servedPerSecond();
  }

  private void sendNext() {
    long now = System.nanoTime();
    if (now < end) {
      inFlight.send(next.getAndIncrement(), now);
    }
  }
}
