package io.goodput.core.time;

/**
 * Microseconds since 1970, as the wall clock says at the beginning. Does not step later.
 * Thread-safe.
 */
public final class SteadyClock {

  private final TimeSource time;
  private final long monotonic;
  private final long wall;

  /** Reads the wall clock. */
  public SteadyClock(TimeSource time) {
    this.time = time;
    this.monotonic = time.monotonicNanos();
    this.wall = time.wallNanos() / Nanos.PER_MICRO;
  }

  /** Microseconds since 1970. */
  public long micros() {
    return micros(time.monotonicNanos());
  }

  /** Microseconds since 1970 at a moment of the monotonic clock. */
  public long micros(long moment) {
    return wall + (moment - monotonic) / Nanos.PER_MICRO;
  }
}
