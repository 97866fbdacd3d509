package io.goodput.simulation.fair;

/** Lets requests in, or refuses them. */
interface Door {

  /** What {@link #enter} returns for a refused request. */
  int REFUSED = -1;

  /** Returns a ticket, or {@link #REFUSED}. */
  int enter(Request request);

  /** Ends a request that was let in. */
  void leave(int ticket);

  /** Ends an interval. */
  void tick(Interval interval);
}
