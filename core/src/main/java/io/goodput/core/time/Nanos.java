package io.goodput.core.time;

/** Nanoseconds, the unit of every clock and duration: constants and conversions. */
public final class Nanos {

  /** Nanoseconds in a microsecond. */
  public static final long PER_MICRO = 1_000L;

  /** Nanoseconds in a millisecond. */
  public static final long PER_MILLI = 1_000_000L;

  /** Nanoseconds in a second. */
  public static final long PER_SECOND = 1_000_000_000L;

  private Nanos() {}

  /** Converts seconds to nanoseconds, rounding towards zero. */
  public static long ofSeconds(double seconds) {
    return (long) (seconds * PER_SECOND);
  }

  /** Converts nanoseconds to seconds. */
  public static double toSeconds(long nanos) {
    return nanos / (double) PER_SECOND;
  }

  /** The rate per second at which an amount is reached in {@code nanos}. */
  public static double perSecond(long amount, long nanos) {
    return perSecond((double) amount, nanos);
  }

  /** The rate per second at which an amount is reached in {@code nanos}. */
  public static double perSecond(double amount, long nanos) {
    return amount * PER_SECOND / nanos;
  }

  /** How long an amount takes at a rate per second; 0 at an infinite rate. */
  public static long timeFor(long amount, double perSecond) {
    return (long) ((double) amount * PER_SECOND / perSecond);
  }
}
