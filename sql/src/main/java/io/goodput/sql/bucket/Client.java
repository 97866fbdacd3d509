package io.goodput.sql.bucket;

import io.goodput.core.time.TimeSource;
import io.goodput.sql.BucketListener;

/**
 * What all buckets of one client share.
 *
 * @param listener must not throw
 * @param patienceMillis longest time that {@code tryAcquire} waits for the store
 */
public record Client(
    BucketStore store,
    Workers workers,
    BucketListener listener,
    TimeSource time,
    long patienceMillis) {}
