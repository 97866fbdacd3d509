package io.goodput.core.pacing;

/** Measures how long writes were paced, all together. Not thread-safe. */
final class EngagedTime {

  private boolean engaged;
  private long since;
  private long nanos;

  /** From now on, in monotonic nanoseconds, writes are paced or not. */
  void set(boolean nowEngaged, long now) {
    nanos = nanos(now);
    since = now;
    engaged = nowEngaged;
  }

  /** Nanoseconds during which writes were paced. */
  long nanos(long now) {
    return nanos + (engaged ? now - since : 0);
  }
}
