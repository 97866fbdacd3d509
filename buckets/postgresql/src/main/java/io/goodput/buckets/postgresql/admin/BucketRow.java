package io.goodput.buckets.postgresql.admin;

import io.goodput.buckets.Limits;
import java.time.Instant;
import java.util.Optional;

/**
 * The row of a bucket.
 *
 * @param id of the bucket
 * @param tokens level of the bucket at {@code countedAt}, by the first limit; tokens that flowed in
 *     later do not count
 * @param countedAt time of the database's clock; up to 5 s ahead of it while nothing flows in
 * @param limits in force when a process last took tokens; empty if unknown
 * @param limitsVersion how often the limits in force have changed
 * @param defined the limits that an operator has defined for this bucket
 */
public record BucketRow(
    String id,
    long tokens,
    Instant countedAt,
    Optional<Limits> limits,
    long limitsVersion,
    Optional<Limits> defined) {}
