package io.goodput.lab.bench.load;

import java.util.concurrent.TimeUnit;

/** Recordings for tests. */
public final class Recordings {

  private static final int LATENCY_MILLIS = 5;

  private Recordings() {}

  /** A recording with requests in each second from {@code from} to before {@code to}. */
  public static Recording each(int seconds, int from, int to, Outcome outcome, int perSecond) {
    Recording recording = new Recording(seconds);
    add(recording, from, to, outcome, perSecond);
    return recording;
  }

  /** Adds requests to each second from {@code from} to before {@code to}. */
  public static void add(Recording recording, int from, int to, Outcome outcome, int perSecond) {
    add(recording, from, to, outcome, perSecond, LATENCY_MILLIS);
  }

  /** Adds requests with a latency to each second from {@code from} to before {@code to}. */
  public static void add(
      Recording recording, int from, int to, Outcome outcome, int perSecond, int millis) {
    for (int second = from; second < to; second++) {
      for (int i = 0; i < perSecond; i++) {
        recording.count(outcome, second, TimeUnit.MILLISECONDS.toNanos(millis));
      }
    }
  }

  /** Gives a reason for a failure. */
  public static void explain(Recording recording, String reason) {
    recording.explain(reason);
  }
}
