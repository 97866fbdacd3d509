package io.goodput.core.bucket;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * All limits of a bucket, which hold together. Immutable.
 *
 * @param all 1 to {@value #MOST} limits
 * @param initial tokens that a bucket has when it is seen for the first time, 0 to the smallest
 *     burst; with the smallest burst, it is full
 */
public record Rates(List<Rate> all, long initial) {

  /** The largest number of limits. */
  public static final int MOST = 8;

  /** Limits that the client does not know yet. */
  public static final Rates UNKNOWN = of(Rate.perSecond(1, Rate.MAX_BURST));

  /** How long leased tokens live, in microseconds, if the burst is large enough. */
  private static final long USUAL_LIFE = 200_000;

  /** At most a quarter of a burst flows in during the usual life. */
  private static final int BURST_PER_LIFE = 4;

  /** A longer life is harmless if only this part of a burst flows in meanwhile. */
  private static final int BURST_PER_LONG_LIFE = 64;

  private static final long LONGEST_LIFE = 1_000_000;

  /** Leased tokens may be lost: at most those that flow in during 10 s, or this part of a burst. */
  private static final int BURST_PER_LEASE = 64;

  private static final long LOST_INFLOW = 10_000_000;

  private static final long SOON = 100_000;

  private static final int NUMBERS = 3;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there are too few or too many limits, or if the initial
   *     tokens are out of range
   */
  public Rates {
    if (all.isEmpty() || all.size() > MOST) {
      throw new IllegalArgumentException(
          "A bucket cannot have %d limits: choose 1 to %d.".formatted(all.size(), MOST));
    }
    all = List.copyOf(all);
    long burst = all.stream().mapToLong(Rate::burst).min().orElseThrow();
    if (initial < 0 || initial > burst) {
      throw new IllegalArgumentException(
          "A bucket cannot begin with %d tokens: choose 0 to %d, its burst."
              .formatted(initial, burst));
    }
  }

  /** Limits of buckets that are full when they are seen for the first time. */
  public Rates(List<Rate> all) {
    this(all, all.stream().mapToLong(Rate::burst).min().orElse(0));
  }

  /** Limits in this order. */
  public static Rates of(Rate... all) {
    return new Rates(List.of(all));
  }

  /**
   * The limits with these numbers: tokens, microseconds, and burst of each, and the initial tokens
   * unless the bucket is full at first.
   *
   * @throws IllegalArgumentException if the numbers are not limits
   */
  public static Rates of(long[] numbers) {
    if (numbers.length % NUMBERS > 1 || numbers.length == 1) {
      throw new IllegalArgumentException(
          "%d numbers are not limits: each limit has tokens, microseconds, and a burst."
              .formatted(numbers.length));
    }
    Rate[] all = new Rate[numbers.length / NUMBERS];
    Arrays.setAll(
        all,
        i -> new Rate(numbers[NUMBERS * i], numbers[NUMBERS * i + 1], numbers[NUMBERS * i + 2]));
    return numbers.length % NUMBERS == 0
        ? of(all)
        : new Rates(List.of(all), numbers[numbers.length - 1]);
  }

  /**
   * The numbers of the limits: tokens, microseconds, and burst of each, and the initial tokens
   * unless the bucket is full at first.
   */
  public long[] numbers() {
    int size = NUMBERS * all.size();
    long[] numbers = new long[isFullAtFirst() ? size : size + 1];
    for (int i = 0; i < all.size(); i++) {
      Rate rate = all.get(i);
      numbers[NUMBERS * i] = rate.tokens();
      numbers[NUMBERS * i + 1] = rate.micros();
      numbers[NUMBERS * i + 2] = rate.burst();
    }
    if (!isFullAtFirst()) {
      numbers[size] = initial;
    }
    return numbers;
  }

  /** Whether a bucket is full when it is seen for the first time. */
  public boolean isFullAtFirst() {
    return initial == burst();
  }

  /** The most tokens that anyone can take at once. */
  public long burst() {
    return least(Rate::burst);
  }

  /** How long leased tokens live, in microseconds. */
  public long leaseLife() {
    return Math.max(harmlessLife(), Math.min(USUAL_LIFE, timeToFill() / BURST_PER_LIFE));
  }

  /**
   * A life of leased tokens during which at most a 64th of a burst flows in, in microseconds; 0 for
   * unknown limits.
   */
  long harmlessLife() {
    if (equals(UNKNOWN)) {
      return 0;
    }
    return Math.min(LONGEST_LIFE, timeToFill() / BURST_PER_LONG_LIFE);
  }

  /** The most tokens to lease in advance. */
  long mostAhead() {
    return least(rate -> Math.max(rate.inflow(LOST_INFLOW), rate.burst() / BURST_PER_LEASE));
  }

  /** Microseconds until this number of tokens has flowed in by all limits. */
  public long timeFor(long tokens) {
    long most = Long.MIN_VALUE;
    for (Rate rate : all) {
      most = Math.max(most, rate.timeFor(tokens));
    }
    return most;
  }

  /** Whether there is a calendar limit. */
  boolean haveCalendar() {
    for (Rate rate : all) {
      if (rate.isCalendar()) {
        return true;
      }
    }
    return false;
  }

  /** Whether all limits are calendar limits. */
  public boolean areCalendars() {
    return all.stream().allMatch(Rate::isCalendar);
  }

  /**
   * Microseconds until a calendar period ends, the first of several; the largest number without
   * calendar limits.
   */
  long endIn(long now) {
    return least(rate -> rate.isCalendar() ? rate.period().end(now) - now : Long.MAX_VALUE);
  }

  /**
   * The limit that takes longest to have this number of tokens; if all have them, the one that has
   * the fewest.
   *
   * @param levels tokens of each limit; empty if there is one limit
   */
  public Rate scarcest(List<Long> levels, long tokens) {
    int scarcest = 0;
    long longest = -1;
    for (int i = 0; i < levels.size(); i++) {
      Rate rate = all.get(i);
      long missing = tokens - levels.get(i);
      long time = tokens > rate.burst() ? Long.MAX_VALUE : missing > 0 ? rate.timeFor(missing) : 0;
      if (time > longest || (time == longest && levels.get(i) < levels.get(scarcest))) {
        scarcest = i;
        longest = time;
      }
    }
    return all.get(scarcest);
  }

  /**
   * Microseconds until the first of the limits is full if no one takes tokens.
   *
   * @param grant the latest answer of a bucket with these limits
   */
  long untilFull(Grant grant) {
    long first = grant.levels().isEmpty() ? grant.fullIn() : Long.MAX_VALUE;
    for (int i = 0; i < grant.levels().size(); i++) {
      Rate rate = all.get(i);
      if (!rate.isCalendar()) {
        // Levels are rounded down: the next token may be almost there.
        long missing = Math.max(0, rate.burst() - grant.levels().get(i) - 1);
        first = Math.min(first, rate.timeWithin(missing));
      }
    }
    return first;
  }

  /** Tokens that flow in during a time in microseconds by all limits. */
  long inflow(long time) {
    return least(rate -> rate.inflow(time));
  }

  /** Whether an empty bucket is full so soon that each round trip to it matters. */
  boolean fillSoon() {
    return timeToFill() <= SOON;
  }

  /** Microseconds until an empty bucket is full by one of the limits. */
  long timeToFill() {
    return least(rate -> rate.isCalendar() ? rate.timeToFill() : rate.timeWithin(rate.burst()));
  }

  private long least(ToLongFunction<Rate> number) {
    // Each request needs several of these numbers: a stream would cost more than the rest of it.
    long least = Long.MAX_VALUE;
    for (Rate rate : all) {
      least = Math.min(least, number.applyAsLong(rate));
    }
    return least;
  }

  @Override
  public String toString() {
    String each = all.stream().map(Rate::toString).collect(Collectors.joining("; "));
    return isFullAtFirst() ? each : "%s; initially %d".formatted(each, initial);
  }
}
