package io.goodput.core.time;

import java.time.Instant;

/** Where all of Goodput reads time. Implementations are thread-safe. */
public interface TimeSource {

  /** Nanoseconds on a clock that never steps; only differences between readings have a meaning. */
  long monotonicNanos();

  /** Nanoseconds since the Unix epoch, on a clock that an operator or NTP may step. */
  long wallNanos();

  /** The clocks of this machine. */
  static TimeSource system() {
    return SystemTime.INSTANCE;
  }

  /** {@link System#nanoTime()} and the system clock. */
  enum SystemTime implements TimeSource {
    INSTANCE;

    @Override
    public long monotonicNanos() {
      return System.nanoTime();
    }

    @Override
    public long wallNanos() {
      Instant now = Instant.now();
      return now.getEpochSecond() * Nanos.PER_SECOND + now.getNano();
    }
  }
}
