package io.goodput.sql;

import io.goodput.core.bucket.Rate;
import java.math.BigInteger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many tokens a bucket grants: tokens that flow in during a period, and a burst, which is the
 * size of the bucket. Over any time span, a bucket grants at most burst + rate x span tokens.
 *
 * <pre>
 * Limit.of(1_000).per(Duration.ofSeconds(1)).burst(60_000)
 * </pre>
 *
 * <p>Immutable. Two limits are equal if they have the same rate and burst.
 */
public final class Limit {

  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);

  private final Rate rate;

  private Limit(Rate rate) {
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
   * Sets how many tokens a full bucket holds. Without this call, it holds the tokens of one period.
   *
   * @param tokens 1 to 2^42
   * @throws IllegalArgumentException if the number is out of range
   */
  public Limit burst(long tokens) {
    return new Limit(new Rate(rate.perSecond(), tokens));
  }

  Rate rate() {
    return rate;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Limit limit && rate.equals(limit.rate);
  }

  @Override
  public int hashCode() {
    return rate.hashCode();
  }

  @Override
  public String toString() {
    return "%d per second, burst %d".formatted(rate.perSecond(), rate.burst());
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
     * @param period such that the rate is a whole number of tokens per second, from 1 to 2147483647
     * @throws IllegalArgumentException if the rate is any other
     */
    public Limit per(Duration period) {
      return new Limit(new Rate(perSecond(period), tokens));
    }

    private long perSecond(Duration period) {
      BigInteger nanos =
          BigInteger.valueOf(period.getSeconds())
              .multiply(NANOS_PER_SECOND)
              .add(BigInteger.valueOf(period.getNano()));
      if (nanos.signum() > 0) {
        BigInteger[] rate =
            BigInteger.valueOf(tokens).multiply(NANOS_PER_SECOND).divideAndRemainder(nanos);
        boolean whole = rate[1].signum() == 0;
        if (whole && rate[0].compareTo(BigInteger.valueOf(Rate.MAX_PER_SECOND)) <= 0) {
          return rate[0].longValueExact();
        }
      }
      throw new IllegalArgumentException(
          "%d tokens per %s is not supported: choose a whole number of tokens per second, 1 to %d."
              .formatted(tokens, period, Rate.MAX_PER_SECOND));
    }
  }
}
