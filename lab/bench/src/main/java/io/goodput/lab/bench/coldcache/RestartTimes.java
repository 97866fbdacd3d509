package io.goodput.lab.bench.coldcache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** When the nodes stopped and were up again, in seconds of a run that starts now. Thread-safe. */
final class RestartTimes {

  private final long start = System.nanoTime();
  private final int after;
  private final List<Integer> stops = new ArrayList<>();
  private final List<Integer> ups = new ArrayList<>();
  private volatile int end = Integer.MAX_VALUE;

  /** The run ends this number of seconds after the last restart. */
  RestartTimes(int after) {
    this.after = after;
  }

  synchronized void stop() {
    stops.add(now());
  }

  synchronized void up() {
    ups.add(now());
  }

  /** There is no further restart. */
  void last() {
    end = now() + after;
  }

  boolean areOver() {
    return now() >= end;
  }

  /** Whole seconds of the run. */
  int seconds() {
    return end;
  }

  synchronized List<Integer> stops() {
    return List.copyOf(stops);
  }

  synchronized List<Integer> ups() {
    return List.copyOf(ups);
  }

  private int now() {
    return (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
  }
}
