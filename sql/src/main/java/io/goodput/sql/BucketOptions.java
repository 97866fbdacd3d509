package io.goodput.sql;

import io.goodput.core.bucket.Rate;
import org.jspecify.annotations.Nullable;

/**
 * What a bucket allows and how it is used. Every process has to name the same rate and burst.
 *
 * @param rate of all processes together
 * @param leased whether tokens are taken in advance, and spent without I/O
 * @param whileAway what this process alone admits while the database does not answer, null to
 *     refuse
 */
public record BucketOptions(Rate rate, boolean leased, @Nullable Rate whileAway) {

  /**
   * A leased bucket that refuses while the database is away.
   *
   * @param perSecond 1 to 2147483647 tokens
   * @param burst tokens in a full bucket, 1 to 2^42
   * @throws IllegalArgumentException if one is out of its range
   */
  public static BucketOptions of(long perSecond, long burst) {
    return new BucketOptions(new Rate(perSecond, burst), true, null);
  }

  /** One statement for each request. */
  public BucketOptions direct() {
    return new BucketOptions(rate, false, whileAway);
  }

  /** While the database does not answer, this process goes on with a bucket of its own. */
  public BucketOptions admitWhileAway(long perSecond, long burst) {
    return new BucketOptions(rate, leased, new Rate(perSecond, burst));
  }
}
