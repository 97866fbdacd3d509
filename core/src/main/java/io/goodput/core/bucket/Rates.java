package io.goodput.core.bucket;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * All limits of a bucket, which hold together. Immutable.
 *
 * @param all 1 to {@value #MOST} limits
 */
public record Rates(List<Rate> all) {

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
   * @throws IllegalArgumentException if there are too few or too many limits
   */
  public Rates {
    if (all.isEmpty() || all.size() > MOST) {
      throw new IllegalArgumentException(
          "A bucket cannot have %d limits: choose 1 to %d.".formatted(all.size(), MOST));
    }
    all = List.copyOf(all);
  }

  /** Limits in this order. */
  public static Rates of(Rate... all) {
    return new Rates(List.of(all));
  }

  /**
   * The limits with these numbers: tokens, microseconds, and burst of each.
   *
   * @throws IllegalArgumentException if the numbers are not limits
   */
  public static Rates of(long[] numbers) {
    if (numbers.length % NUMBERS != 0) {
      throw new IllegalArgumentException(
          "%d numbers are not limits: each limit has tokens, microseconds, and a burst."
              .formatted(numbers.length));
    }
    Rate[] all = new Rate[numbers.length / NUMBERS];
    Arrays.setAll(
        all,
        i -> new Rate(numbers[NUMBERS * i], numbers[NUMBERS * i + 1], numbers[NUMBERS * i + 2]));
    return of(all);
  }

  /** The numbers of the limits: tokens, microseconds, and burst of each. */
  public long[] numbers() {
    long[] numbers = new long[NUMBERS * all.size()];
    for (int i = 0; i < all.size(); i++) {
      Rate rate = all.get(i);
      numbers[NUMBERS * i] = rate.tokens();
      numbers[NUMBERS * i + 1] = rate.micros();
      numbers[NUMBERS * i + 2] = rate.burst();
    }
    return numbers;
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
    return least(rate -> rate.timeWithin(rate.burst()));
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
    return all.stream().map(Rate::toString).collect(Collectors.joining("; "));
  }
}
