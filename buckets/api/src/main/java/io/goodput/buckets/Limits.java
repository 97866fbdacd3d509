package io.goodput.buckets;

import io.goodput.core.bucket.Rates;
import java.util.Arrays;
import java.util.List;
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
 * <p>Immutable. Equal limits in a different order are not equal.
 */
public final class Limits {

  private static final Pattern SEPARATOR = Pattern.compile("\\s*;\\s*");

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
   * Reads limits from a text, such as {@code 10 per second, burst 20; 1000 per hour}.
   *
   * @param text limits as in {@link Limit#parse}, separated by semicolons
   * @throws IllegalArgumentException if the text is anything else
   */
  public static Limits parse(String text) {
    return of(
        Arrays.stream(SEPARATOR.split(text.strip(), -1)).map(Limit::parse).toArray(Limit[]::new));
  }

  /** Limits in the order in which they were given. */
  public List<Limit> all() {
    return rates.all().stream().map(Limit::new).toList();
  }

  /**
   * Returns the limits with these numbers.
   *
   * @param numbers tokens, microseconds in which they flow in, and burst of each limit
   * @throws IllegalArgumentException if these are not limits
   * @hidden not part of the API
   */
  public static Limits of(long[] numbers) {
    return new Limits(Rates.of(numbers));
  }

  /**
   * The tokens, the microseconds in which they flow in, and the burst of each limit.
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
