package io.goodput.cassandra.yield;

import io.goodput.core.yield.Throttle;
import java.util.List;

/** A kind of background work, and what slows it. One thread calls it. */
interface BackgroundWork {

  /** The name in views, metrics, and events. */
  String name();

  /** Whether there is such work now. */
  boolean runs();

  /**
   * How far the work has fallen behind, as a part of what is tolerable; 0 or less for not at all.
   *
   * @param nanos for how long there has been such work without a pause, in nanoseconds
   */
  double debt(long nanos);

  /** Its rates, in bytes per second; the first is shown. */
  List<Throttle> throttles();
}
