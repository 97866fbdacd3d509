package io.goodput.core.bucket;

/**
 * One limit of a bucket: tokens that flow in during a period, and the size of the bucket. The rate
 * is a fraction in lowest terms, so that equal rates are equal. Immutable.
 *
 * <p>The tokens of a calendar limit are there at the start of each period of a calendar, and no
 * more come during it. What such a rate says about the inflow is only an estimate.
 *
 * @param tokens that flow in during a period; together with {@code micros}, a rate of 1 token per
 *     {@value #MOST_DAYS} days to {@value #MAX_PER_SECOND} per second
 * @param micros the period in microseconds; for a calendar limit, the negative code of its {@link
 *     CalendarPeriod}
 * @param burst tokens in the full bucket, 1 to {@value #MAX_BURST}
 */
public record Rate(long tokens, long micros, long burst) {

  /** The highest rate, in tokens per second. */
  public static final long MAX_PER_SECOND = 1_000_000_000;

  /** The lowest rate is one token in this time: the days of the longest year. */
  public static final int MOST_DAYS = 366;

  /** The largest burst. */
  public static final long MAX_BURST = 1L << 42;

  /** Microseconds in a second. */
  static final long MICROS = 1_000_000;

  private static final long MICROS_PER_DAY = 86_400 * MICROS;

  /** Products of tokens and microseconds up to this fit into a number of 64 bits, with room. */
  private static final long MOST = 1L << 62;

  /**
   * Reduces the fraction, and checks the ranges.
   *
   * @throws IllegalArgumentException if a number is out of its range, or if the fraction needs more
   *     than 62 bits
   */
  public Rate {
    if (burst < 1 || burst > MAX_BURST) {
      throw new IllegalArgumentException(
          "A burst of %d tokens is not possible: choose 1 to %d.".formatted(burst, MAX_BURST));
    }
    if (micros < 0) {
      checkCalendar(tokens, micros, burst);
    } else {
      checkRange(tokens, micros);
      long divisor = gcd(tokens, micros);
      tokens /= divisor;
      micros /= divisor;
      checkFraction(tokens, micros, burst);
    }
  }

  private static void checkCalendar(long tokens, long micros, long burst) {
    CalendarPeriod period = CalendarPeriod.of(-micros);
    if (tokens != burst) {
      throw new IllegalArgumentException(
          "A limit of %d tokens per %s cannot have a burst of %d: leave it out."
              .formatted(tokens, period, burst));
    }
  }

  private static void checkRange(long tokens, long micros) {
    if (!isInRange(tokens, micros)) {
      throw new IllegalArgumentException(
          "%d tokens per %d microseconds is not possible: choose 1 per %d days to %d per second."
              .formatted(tokens, micros, MOST_DAYS, MAX_PER_SECOND));
    }
  }

  private static void checkFraction(long tokens, long micros, long burst) {
    if (Math.multiplyHigh(tokens, micros) != 0 || tokens * micros > MOST) {
      throw new IllegalArgumentException(
          "%d tokens per %d microseconds is too fine a fraction: round the tokens."
              .formatted(tokens, micros));
    }
    if ((double) burst / tokens * micros > MOST) {
      throw new IllegalArgumentException(
          "A burst of %d tokens needs more than 100000 years to flow in: choose a smaller one."
              .formatted(burst));
    }
  }

  private static boolean isInRange(long tokens, long micros) {
    return tokens >= 1
        && micros >= 1
        && tokens <= (double) MAX_PER_SECOND / MICROS * micros
        && micros <= (double) MOST_DAYS * MICROS_PER_DAY * tokens;
  }

  /** A whole number of tokens per second. */
  public static Rate perSecond(long tokens, long burst) {
    return new Rate(tokens, MICROS, burst);
  }

  /** A number of tokens for each period of a calendar. */
  public static Rate perCalendar(long tokens, CalendarPeriod period) {
    return new Rate(tokens, -period.code(), tokens);
  }

  /** Whether this is a calendar limit. */
  public boolean isCalendar() {
    return micros < 0;
  }

  /** The periods of a calendar limit. */
  CalendarPeriod period() {
    return CalendarPeriod.of(-micros);
  }

  /** Tokens per second, rounded. */
  public double perSecond() {
    return (double) tokens * MICROS / (isCalendar() ? period().averageMicros() : micros);
  }

  /** Microseconds until an empty bucket is full, rounded up; the average for a calendar limit. */
  public long timeToFill() {
    return isCalendar() ? period().averageMicros() : timeFor(burst);
  }

  /** Tokens that flow in during a time in microseconds, rounded down; at least 2^61 if more. */
  public long inflow(long time) {
    if (isCalendar()) {
      return (long) (perSecond() / MICROS * time);
    }
    return tokens * Math.min(time / micros, MOST / tokens) + tokens * (time % micros) / micros;
  }

  /**
   * Microseconds in which this number of tokens flows in, rounded up; about 2^62, which is more
   * than 100000 years, if it is longer; 0 for a calendar limit, whose tokens do not flow.
   */
  public long timeFor(long wanted) {
    if (isCalendar()) {
      return 0;
    }
    return wholePeriods(wanted) + ceilDiv(wanted % tokens * micros, tokens);
  }

  /** As {@link #timeFor}, rounded down. */
  long timeWithin(long wanted) {
    return wholePeriods(wanted) + Math.floorDiv(wanted % tokens * micros, tokens);
  }

  private long wholePeriods(long wanted) {
    return Math.min(wanted / tokens, MOST / micros) * micros;
  }

  private static long ceilDiv(long dividend, long divisor) {
    return -Math.floorDiv(-dividend, divisor);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /**
   * As whole tokens per unit of time, such as {@code 90 per minute}, or per whole units, such as
   * {@code 1 per 3 days}.
   */
  @Override
  public String toString() {
    if (isCalendar()) {
      return "%d per %s".formatted(tokens, period());
    }
    for (Unit unit : Unit.values()) {
      if (unit != Unit.MICROSECOND && unit.micros % micros == 0) {
        return "%d per %s, burst %d".formatted(unit.micros / micros * tokens, unit.title, burst);
      }
    }
    Unit longest = Unit.MICROSECOND;
    for (Unit unit : Unit.values()) {
      longest = micros % unit.micros == 0 ? unit : longest;
    }
    return "%d per %d %ss, burst %d"
        .formatted(tokens, micros / longest.micros, longest.title, burst);
  }

  private enum Unit {
    MICROSECOND("microsecond", 1),
    SECOND("second", MICROS),
    MINUTE("minute", 60 * MICROS),
    HOUR("hour", 3_600 * MICROS),
    DAY("day", MICROS_PER_DAY);

    private final String title;
    private final long micros;

    Unit(String title, long micros) {
      this.title = title;
      this.micros = micros;
    }
  }
}
