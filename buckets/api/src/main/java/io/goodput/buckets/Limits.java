package io.goodput.buckets;

import io.goodput.core.bucket.Rates;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a bucket, which hold together: a caller gets its tokens from all of them or from
 * none.
 *
 * <pre>
 * Limits.of(
 *     Limit.of(10).per(Duration.ofSeconds(1)).burst(20),
 *     Limit.of(1_000).per(Duration.ofHours(1)))
 * </pre>
 *
 * <p>A bucket that is seen for the first time is full, unless {@link #initialTokens} says
 * otherwise.
 *
 * <p>Immutable. Equal limits in a different order are not equal.
 */
public final class Limits {

  private static final Pattern SEPARATOR = Pattern.compile("\\s*;\\s*");
  private static final Pattern INITIALLY = Pattern.compile("(.*?)\\s*;\\s*initially (\\d{1,18})");

  private final Rates rates;

  private Limits(Rates rates) {
    this.rates = rates;
  }

  /**
   * Returns limits that hold together.
   *
   * @param all 1 to 8 limits
   * @throws IllegalArgumentException if there are too few or too many
   */
  public static Limits of(Limit... all) {
    return new Limits(new Rates(Arrays.stream(all).map(Limit::rate).toList()));
  }

  /**
   * Reads limits from a text, such as {@code 10 per second, burst 20; 1000 per hour}, or {@code 10
   * per second; initially 0}.
   *
   * @param text limits as in {@link Limit#parse}, and perhaps the initial tokens, separated by
   *     semicolons
   * @throws IllegalArgumentException if the text is anything else
   */
  public static Limits parse(String text) {
    Matcher initially = INITIALLY.matcher(text.strip().toLowerCase(Locale.ROOT));
    return initially.matches()
        ? limits(initially.group(1)).initialTokens(Long.parseLong(initially.group(2)))
        : limits(text.strip());
  }

  private static Limits limits(String text) {
    return of(Arrays.stream(SEPARATOR.split(text, -1)).map(Limit::parse).toArray(Limit[]::new));
  }

  /**
   * Sets how many tokens a bucket has when it is seen for the first time. Its row then stays in the
   * database, so that the bucket is not seen for the first time again.
   *
   * @param tokens 0 to the smallest burst
   * @throws IllegalArgumentException if the number is out of range
   */
  public Limits initialTokens(long tokens) {
    return new Limits(new Rates(rates.all(), tokens));
  }

  /** Limits in the order in which they were given. */
  public List<Limit> all() {
    return rates.all().stream().map(Limit::new).toList();
  }

  /**
   * Returns the limits with these numbers.
   *
   * @param numbers tokens, microseconds in which they flow in, and burst of each limit, and the
   *     initial tokens unless the bucket is full at first
   * @throws IllegalArgumentException if these are not limits
   * @hidden not part of the API
   */
  public static Limits of(long[] numbers) {
    return new Limits(Rates.of(numbers));
  }

  /**
   * The tokens, the microseconds in which they flow in, and the burst of each limit, and the
   * initial tokens unless the bucket is full at first.
   *
   * @hidden not part of the API
   */
  public long[] numbers() {
    return rates.numbers();
  }

  Rates rates() {
    return rates;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Limits limits && rates.equals(limits.rates);
  }

  @Override
  public int hashCode() {
    return rates.hashCode();
  }

  /** Returns a text that {@link #parse} reads. */
  @Override
  public String toString() {
    return rates.toString();
  }
}
