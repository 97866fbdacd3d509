package io.goodput.lab.simulation;

import io.goodput.core.time.TimeSource;

/** The clocks of one simulated node; only the simulation moves them. Not thread-safe. */
public final class SimulatedTime implements TimeSource {

  private long nanos;
  private long wallAheadNanos;

  /**
   * Clocks that stand at zero.
   *
   * @param wallAheadNanos how far the wall clock is ahead of the monotonic clock; negative if
   *     behind
   */
  public SimulatedTime(long wallAheadNanos) {
    this.wallAheadNanos = wallAheadNanos;
  }

  /** Sets the monotonic clock; the wall clock keeps its distance. */
  public void set(long newNanos) {
    nanos = newNanos;
  }

  /** Steps the wall clock forwards, or backwards if negative. */
  public void stepWall(long stepNanos) {
    wallAheadNanos += stepNanos;
  }

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  @Override
  public long wallNanos() {
    return nanos + wallAheadNanos;
  }
}
