package io.goodput.core.time;

import java.time.Duration;
import java.time.Instant;

/** Clocks that stand still until a test moves them. Not thread-safe. */
public final class ManualTime implements TimeSource {

  private long monotonicNanos;
  private long wallNanos;

  /** A wall clock that shows this time, and a monotonic clock that is about to overflow. */
  public ManualTime(Instant wall) {
    this.wallNanos = wall.getEpochSecond() * Nanos.PER_SECOND + wall.getNano();
    // Only differences between readings of a monotonic clock have a meaning.
    this.monotonicNanos = Long.MAX_VALUE - Nanos.PER_SECOND;
  }

  @Override
  public long monotonicNanos() {
    return monotonicNanos;
  }

  @Override
  public long wallNanos() {
    return wallNanos;
  }

  /** Moves both clocks. */
  public void advance(Duration passed) {
    advanceNanos(passed.toNanos());
  }

  /** Moves both clocks by nanoseconds. */
  public void advanceNanos(long passed) {
    monotonicNanos += passed;
    wallNanos += passed;
  }

  /** Steps the wall clock forwards, or backwards if negative. */
  public void stepWall(Duration step) {
    wallNanos += step.toNanos();
  }
}
