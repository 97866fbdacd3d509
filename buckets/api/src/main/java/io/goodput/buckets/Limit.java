package io.goodput.buckets;

import io.goodput.core.bucket.CalendarPeriod;
import io.goodput.core.bucket.Rate;
import java.math.BigInteger;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many tokens a bucket grants: tokens that flow in during a period, and a burst, which is the
 * size of the bucket. Over any time span, a bucket grants at most burst + rate x span tokens.
 *
 * <pre>
 * Limit.of(1_000).per(Duration.ofSeconds(1)).burst(60_000)
 * </pre>
 *
 * <p>A calendar limit, such as {@code Limit.of(1_000).perCalendar(ChronoUnit.MONTHS)}, has all of
 * its tokens at the start of each period of a calendar, and grants no more during it.
 *
 * <p>A rate is 1 token per 366 days to 10^9 per second. Immutable. Two limits are equal if they
 * have the same rate and burst.
 */
public final class Limit {

  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);
  private static final BigInteger LONGEST_NANOS =
      BigInteger.valueOf(86_400L * Rate.MOST_DAYS).multiply(NANOS_PER_SECOND);
  private static final BigInteger NANOS_PER_MICRO = BigInteger.valueOf(1_000);

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,18}) ?(?:per|/) ?(?:(\\d{1,9}) ?)?([a-z]+)(?:,? burst (\\d{1,18}))?");

  private static final Pattern CALENDAR =
      Pattern.compile(
          "(\\d{1,18}) ?(?:per|/) ?calendar (day|week|month|year)"
              + "(?: at ([+-]\\d\\d:\\d\\d(?::\\d\\d)?))?");

  private static final Map<String, Duration> UNITS =
      Map.ofEntries(
          Map.entry("microsecond", Duration.ofNanos(1_000)),
          Map.entry("us", Duration.ofNanos(1_000)),
          Map.entry("millisecond", Duration.ofMillis(1)),
          Map.entry("ms", Duration.ofMillis(1)),
          Map.entry("second", Duration.ofSeconds(1)),
          Map.entry("sec", Duration.ofSeconds(1)),
          Map.entry("s", Duration.ofSeconds(1)),
          Map.entry("minute", Duration.ofMinutes(1)),
          Map.entry("min", Duration.ofMinutes(1)),
          Map.entry("hour", Duration.ofHours(1)),
          Map.entry("h", Duration.ofHours(1)),
          Map.entry("day", Duration.ofDays(1)),
          Map.entry("d", Duration.ofDays(1)),
          Map.entry("week", Duration.ofDays(7)));

  private final Rate rate;

  Limit(Rate rate) {
    this.rate = rate;
  }

  /**
   * Starts a limit. {@link Tokens#per} completes it.
   *
   * @param tokens that flow in during a period, 1 to 2^42
   * @throws IllegalArgumentException if the number is out of range
   */
  public static Tokens of(long tokens) {
    if (tokens < 1 || tokens > Rate.MAX_BURST) {
      throw new IllegalArgumentException(
          "A limit of %d tokens is not possible: choose 1 to %d."
              .formatted(tokens, Rate.MAX_BURST));
    }
    return new Tokens(tokens);
  }

  /**
   * Reads a limit from a text, such as {@code 100 per minute, burst 200}, {@code 5 per 2 seconds},
   * or {@code 10/s}, or a calendar limit, such as {@code 1000 per calendar month}, or {@code 1000
   * per calendar day at +01:00}. Units are microseconds (us), milliseconds (ms), seconds (sec, s),
   * minutes (min), hours (h), days (d), and weeks. Without a burst, a full bucket holds the tokens
   * of one period.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static Limit parse(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    Matcher calendar = CALENDAR.matcher(lower);
    if (calendar.matches()) {
      return calendar(calendar);
    }
    Matcher matcher = TEXT.matcher(lower);
    Duration unit = matcher.matches() ? unit(matcher.group(3)) : null;
    if (unit == null) {
      throw new IllegalArgumentException(
          "'%s' is not a limit: write it as in '100 per minute, burst 200', or '10/s'. Units are"
                  .formatted(text)
              + " microseconds, milliseconds, seconds, minutes, hours, days, and weeks.");
    }
    long units = matcher.group(2) == null ? 1 : Long.parseLong(matcher.group(2));
    Limit limit = of(Long.parseLong(matcher.group(1))).per(unit.multipliedBy(units));
    return matcher.group(4) == null ? limit : limit.burst(Long.parseLong(matcher.group(4)));
  }

  private static Limit calendar(Matcher text) {
    ChronoUnit unit = ChronoUnit.valueOf(text.group(2).toUpperCase(Locale.ROOT) + "S");
    String offset = text.group(3);
    return of(Long.parseLong(text.group(1)))
        .perCalendar(unit, offset == null ? ZoneOffset.UTC : ZoneOffset.of(offset));
  }

  private static @Nullable Duration unit(String word) {
    Duration unit = UNITS.get(word);
    return unit == null && word.endsWith("s")
        ? UNITS.get(word.substring(0, word.length() - 1))
        : unit;
  }

  /**
   * Sets how many tokens a full bucket holds. Without this call, it holds the tokens of one period.
   *
   * @param tokens 1 to 2^42
   * @throws IllegalArgumentException if the number is out of range, or if this is a calendar limit
   */
  public Limit burst(long tokens) {
    return new Limit(new Rate(rate.tokens(), rate.micros(), tokens));
  }

  Rate rate() {
    return rate;
  }

  /** The tokens of a full bucket. */
  public long burst() {
    return rate.burst();
  }

  /**
   * The time in which an empty bucket becomes full, rounded up to a microsecond; for a calendar
   * limit, how long a period is on average.
   */
  public Duration timeToFill() {
    return Duration.of(rate.timeToFill(), ChronoUnit.MICROS);
  }

  /** Whether this limit has all of its tokens at the start of each period of a calendar. */
  public boolean isCalendar() {
    return rate.isCalendar();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Limit limit && rate.equals(limit.rate);
  }

  @Override
  public int hashCode() {
    return rate.hashCode();
  }

  /** Returns a text that {@link #parse} reads. */
  @Override
  public String toString() {
    return rate.toString();
  }

  /** A number of tokens without a period. */
  public static final class Tokens {

    private final long tokens;

    private Tokens(long tokens) {
      this.tokens = tokens;
    }

    /**
     * Returns the limit of this number of tokens in each period.
     *
     * @param period such that the rate is 1 token per 366 days to 10^9 per second
     * @throws IllegalArgumentException if the rate is out of range, or if it is a fraction of more
     *     than 62 bits
     */
    public Limit per(Duration period) {
      BigInteger nanos =
          BigInteger.valueOf(period.getSeconds())
              .multiply(NANOS_PER_SECOND)
              .add(BigInteger.valueOf(period.getNano()));
      // The rate is a fraction of tokens and microseconds.
      BigInteger scaled = BigInteger.valueOf(tokens).multiply(NANOS_PER_MICRO);
      BigInteger divisor = scaled.gcd(nanos);
      if (!isInRange(nanos)
          || scaled.divide(divisor).bitLength() > 62
          || nanos.divide(divisor).bitLength() > 62) {
        throw new IllegalArgumentException(
            "%d tokens per %s is not possible: choose 1 per %d days to %d per second."
                .formatted(tokens, period, Rate.MOST_DAYS, Rate.MAX_PER_SECOND));
      }
      try {
        return new Limit(
            new Rate(
                scaled.divide(divisor).longValueExact(),
                nanos.divide(divisor).longValueExact(),
                tokens));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%d tokens per %s is too fine a fraction: round the tokens, or the period."
                .formatted(tokens, period),
            e);
      }
    }

    /** As {@link #perCalendar(ChronoUnit, ZoneOffset)}, in UTC. */
    public Limit perCalendar(ChronoUnit unit) {
      return perCalendar(unit, ZoneOffset.UTC);
    }

    /**
     * Returns the limit of this number of tokens in each period of a calendar. Its tokens are there
     * at the start of the period, and all processes together spend no more in it. The clock of the
     * database counts.
     *
     * @param unit DAYS, WEEKS from Monday on, MONTHS, or YEARS
     * @param offset from UTC at which periods begin, the same in summer and winter
     * @throws IllegalArgumentException if the unit is another one
     */
    public Limit perCalendar(ChronoUnit unit, ZoneOffset offset) {
      return new Limit(Rate.perCalendar(tokens, new CalendarPeriod(unit, offset)));
    }

    /** Whether the rate is in its range. */
    private boolean isInRange(BigInteger nanos) {
      BigInteger shortest = BigInteger.valueOf(tokens);
      return nanos.compareTo(shortest) >= 0
          && nanos.compareTo(shortest.multiply(LONGEST_NANOS)) <= 0;
    }
  }
}
