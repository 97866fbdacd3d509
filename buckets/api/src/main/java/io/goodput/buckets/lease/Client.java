package io.goodput.buckets.lease;

import io.goodput.buckets.BucketListener;
import io.goodput.buckets.store.BucketStore;
import io.goodput.buckets.store.Workers;
import io.goodput.core.bucket.AnswerAges;
import io.goodput.core.bucket.Availability;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;

/**
 * What all buckets of one client share.
 *
 * @param listener must not throw
 * @param ages of the answers of the store
 * @param requiresStatedLimits whether requests fail while other limits than the stated ones are in
 *     force
 * @param timeoutMillis longest time that {@code tryAcquire} waits for the store
 * @param calls of applications
 * @param combined requests for several buckets
 * @param availability of the store
 */
public record Client(
    BucketStore store,
    Workers workers,
    BucketListener listener,
    TimeSource time,
    AnswerAges ages,
    boolean requiresStatedLimits,
    long timeoutMillis,
    Calls calls,
    Combined combined,
    Availability availability) {

  /** A request may have to connect first. */
  private static final long CONNECTING_MILLIS = 2_000;

  /** A client that has received no answers and no calls yet. */
  public Client(
      BucketStore store,
      Workers workers,
      BucketListener listener,
      TimeSource time,
      boolean requiresStatedLimits,
      long timeoutMillis) {
    this(
        store,
        workers,
        listener,
        time,
        new AnswerAges(),
        requiresStatedLimits,
        timeoutMillis,
        new Calls(),
        new Combined(store, time),
        new Availability(time, (timeoutMillis + CONNECTING_MILLIS) * Nanos.PER_MILLI));
  }
}
