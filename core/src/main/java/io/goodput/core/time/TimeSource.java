package io.goodput.core.time;

import java.time.Instant;

/** Where every part of Goodput reads time. Implementations are thread-safe. */
public interface TimeSource {

  /** Nanoseconds of a clock that never steps; only differences mean anything. */
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

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    @Override
    public long monotonicNanos() {
      return System.nanoTime();
    }

    @Override
    public long wallNanos() {
      Instant now = Instant.now();
      return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
    }
  }
}
