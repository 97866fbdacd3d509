package io.goodput.core.time;

import java.time.Duration;
import java.time.Instant;

/** Clocks that stand still until somebody moves them. Not thread-safe. */
public final class ManualTime implements TimeSource {

  private long monotonicNanos;
  private long wallNanos;

  /** A wall clock that shows this time, and a monotonic clock that shows something else. */
  public ManualTime(Instant wall) {
    this.wallNanos = wall.getEpochSecond() * SecondWindows.WINDOW_NANOS + wall.getNano();
    // Close to overflow, since only differences of a monotonic clock mean anything.
    this.monotonicNanos = Long.MAX_VALUE - SecondWindows.WINDOW_NANOS;
  }

  @Override
  public long monotonicNanos() {
    return monotonicNanos;
  }

  @Override
  public long wallNanos() {
    return wallNanos;
  }

  /** Time passes, on both clocks. */
  public void advance(Duration passed) {
    advanceNanos(passed.toNanos());
  }

  /** Nanoseconds pass, on both clocks. */
  public void advanceNanos(long passed) {
    monotonicNanos += passed;
    wallNanos += passed;
  }

  /** Somebody sets the wall clock forwards, or backwards if negative. */
  public void stepWall(Duration step) {
    wallNanos += step.toNanos();
  }
}
