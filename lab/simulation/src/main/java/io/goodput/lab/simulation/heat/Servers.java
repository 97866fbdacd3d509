package io.goodput.lab.simulation.heat;

import java.util.PriorityQueue;

/**
 * Servers with one queue, first in, first out: the channels of a disk, or threads. Times in
 * seconds.
 */
final class Servers {

  private final int count;

  /** When the last task of each server ends, unless that server is known to be idle. */
  private final PriorityQueue<Double> ends = new PriorityQueue<>();

  Servers(int count) {
    this.count = count;
  }

  /** Returns when a task that arrives now begins; {@link #occupy} must follow. */
  double begin(double now) {
    removeIdle(now);
    return ends.size() < count ? now : ends.remove();
  }

  /** Sets when the task that began last ends. */
  void occupy(double end) {
    ends.add(end);
  }

  /** Whether at least this number of servers are idle. */
  boolean hasIdle(int servers, double now) {
    removeIdle(now);
    return count - ends.size() >= servers;
  }

  private void removeIdle(double now) {
    while (!ends.isEmpty() && ends.element() <= now) {
      ends.remove();
    }
  }
}
