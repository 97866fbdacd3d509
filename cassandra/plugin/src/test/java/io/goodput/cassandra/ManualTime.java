package io.goodput.cassandra;

import io.goodput.core.time.TimeSource;

/** Both clocks in one, which a test sets. Not thread-safe. */
public final class ManualTime implements TimeSource {

  /** The time on both clocks. */
  public long nanos;

  /** The time is 0. */
  public ManualTime() {}

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  @Override
  public long wallNanos() {
    return nanos;
  }
}
