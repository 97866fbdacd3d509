package io.goodput.core.fair;

/**
 * What the roles of a service level get. Immutable.
 *
 * @param shares the weight of the level, from 1 to {@link #MOST_SHARES}
 * @param timeoutNanos how long clients wait for an answer, in nanoseconds; zero if the level does
 *     not say
 * @param workload how clients take a refusal
 */
public record ServiceLevel(String name, int shares, long timeoutNanos, Workload workload) {

  /** The shares of a level that does not say, and of a tenant without a level. */
  public static final int MOST_SHARES = 1000;

  /**
   * A level.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public ServiceLevel {
    if (shares < 1 || shares > MOST_SHARES || timeoutNanos < 0) {
      throw new IllegalArgumentException(name + ": " + shares + " shares, " + timeoutNanos + " ns");
    }
  }

  /** A level that says nothing. */
  public static ServiceLevel unlimited(String name) {
    return new ServiceLevel(name, MOST_SHARES, 0, Workload.UNSPECIFIED);
  }
}
