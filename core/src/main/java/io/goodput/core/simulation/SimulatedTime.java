package io.goodput.core.simulation;

import io.goodput.core.time.TimeSource;

/** The clocks of one simulated node. */
final class SimulatedTime implements TimeSource {

  private long nanos;
  private long wallAheadNanos;

  SimulatedTime(long wallAheadNanos) {
    this.wallAheadNanos = wallAheadNanos;
  }

  void set(long newNanos) {
    nanos = newNanos;
  }

  void stepWall(long stepNanos) {
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
