package io.goodput.sql.admin;

import java.time.Instant;

/**
 * The row of a bucket.
 *
 * @param id of the bucket
 * @param tokens level of the bucket at {@code countedAt}; tokens that flowed in later do not count
 * @param countedAt time of the database's clock
 */
public record BucketRow(String id, long tokens, Instant countedAt) {}
