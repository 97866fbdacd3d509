package io.goodput.buckets;

import java.time.Duration;

/**
 * Observes callers, and requests to the database, for metrics and logs.
 *
 * <p>The threads of callers call {@link #decided}, and those that use the database the other
 * methods. Implementations are thread-safe and return quickly. Exceptions from them are ignored.
 */
public interface BucketListener {

  /** Ignores all events. */
  BucketListener NONE = new BucketListener() {};

  /**
   * A bucket admitted or refused a caller, also one that spends from a lease. Called for each
   * answer that a caller gets, and not for calls that end with an exception.
   *
   * @param id of the bucket
   * @param tokens that the caller asked for
   * @param verdict what it got
   */
  default void decided(String id, long tokens, Verdict verdict) {}

  /**
   * The database answered a request for tokens.
   *
   * @param id of the bucket
   * @param requested most tokens that the request could get
   * @param granted tokens that it got, 0 if the bucket had too few
   * @param took time from the request to the answer
   */
  default void answered(String id, long requested, long granted, Duration took) {}

  /**
   * A caller waited for the database or for tokens. Callers that spend from a lease do not wait.
   *
   * @param id of the bucket
   * @param admitted whether it got its tokens
   * @param took time from the call to its answer
   */
  default void waited(String id, boolean admitted, Duration took) {}

  /**
   * A request failed, or got no answer in time, or its answer came too late.
   *
   * @param problem a {@link StoreException}; or a {@link BucketException}, if requests fail until
   *     an operator fixes the database
   */
  default void failed(String id, Exception problem) {}

  /**
   * A transaction was rolled back because of concurrent transactions, and will be retried.
   *
   * @param sqlState 40001 or 40P01
   */
  default void retried(String sqlState) {}

  /**
   * A request was answered with other limits than this process states, because other processes
   * state those, or an operator has defined them. Called for each such answer.
   *
   * @param inForce the limits in force, as {@link Limits#parse} reads them
   */
  default void limitsDiffer(String id, String inForce) {}
}
