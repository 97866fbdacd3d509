package io.goodput.lab.simulation.fair;

import io.goodput.core.fair.Stress;

/** Lets requests in, or refuses them. */
interface Door {

  /** What {@link #enter} returns for a refused request. */
  int REFUSED = -1;

  /** Returns a ticket, or {@link #REFUSED}. */
  int enter(Request request);

  /** Ends a request that was let in, after some milliseconds in the server. */
  void leave(int ticket, double millis);

  /** Ends an interval. */
  void tick(Interval interval);

  /** What the node tells others of its overload. */
  default Stress stress() {
    return Stress.NONE;
  }

  /** Says how many other nodes there are. */
  default void meet(int others) {}

  /** Hears what another node tells, at a time in nanoseconds. */
  default void hear(Node node, Stress stress, long now) {}
}
