package io.goodput.lab.simulation.fair;

/** What tells a node that there is not enough for all. */
public enum Signal {
  /** Nothing: no request is refused. */
  NONE,
  /** More than 32 requests are in flight; a class may have 8 of them. */
  FIXED,
  /** Requests take longer than at the best of times. */
  LATENCY,
  /** Threads wait for processors. */
  PROCESSORS,
  /** Requests wait for threads. */
  THREADS,
  /** Requests wait for threads, or threads wait for processors. */
  THREADS_OR_PROCESSORS,
  /** The same, and nodes tell each other. */
  THREADS_OR_PROCESSORS_TOLD;

  Door door() {
    return switch (this) {
      case NONE -> new OpenDoor();
      case FIXED -> new FixedDoor(32, 8);
      case LATENCY -> new LatencyDoor();
      case PROCESSORS -> new FairDoor(Interval::shortOfProcessors);
      case THREADS -> new FairDoor(Interval::shortOfThreads);
      case THREADS_OR_PROCESSORS, THREADS_OR_PROCESSORS_TOLD ->
          new FairDoor(it -> it.shortOfThreads() || it.shortOfProcessors());
    };
  }
}
