package io.goodput.bench.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A closed load: so many clients that each wait for an answer before they ask again. */
public final class ClosedLoop {

  private static final Duration LAST_ANSWER = Duration.ofSeconds(30);

  private final Requests requests;
  private final Recording recording;
  private final InFlight inFlight;
  private final long end;
  private final AtomicLong next;

  private ClosedLoop(Requests requests, int clients, int seconds, long first) {
    long start = System.nanoTime();
    this.requests = requests;
    this.recording = new Recording(seconds);
    this.end = start + TimeUnit.SECONDS.toNanos(seconds);
    this.next = new AtomicLong(first);
    this.inFlight =
        new InFlight(this.requests, recording, start, Duration.ofDays(1), clients, this::sendNext);
  }

  /** Runs so many clients for some seconds, and waits for the last answer. */
  public static Recording run(Requests requests, int clients, int seconds)
      throws InterruptedException {
    ClosedLoop loop = new ClosedLoop(requests, clients, seconds, 0);
    for (int client = 0; client < clients; client++) {
      loop.sendNext();
    }
    TimeUnit.SECONDS.sleep(seconds);
    loop.inFlight.awaitAnswers(LAST_ANSWER);
    return loop.recording;
  }

  private void sendNext() {
    long now = System.nanoTime();
    if (now < end) {
      inFlight.send(next.getAndIncrement(), now);
    }
  }
}
