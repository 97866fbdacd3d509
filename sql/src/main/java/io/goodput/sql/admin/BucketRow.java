package io.goodput.sql.admin;

import java.time.Instant;

/**
 * The row of a bucket.
 *
 * @param id of the bucket
 * @param tokens level of the bucket at {@code countedAt}; tokens that flowed in later do not count
 * @param countedAt time of the database's clock; up to 5 s ahead of it while nothing flows in
 * @param perSecond the rate in force, in tokens per second; 0 if unknown
 * @param burst the burst in force, in tokens; 0 if unknown
 */
public record BucketRow(String id, long tokens, Instant countedAt, long perSecond, long burst) {}
