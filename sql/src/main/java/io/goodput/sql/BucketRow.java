package io.goodput.sql;

import java.time.Instant;

/**
 * A bucket as it is in the table.
 *
 * @param tokens that were left, or less by those that have flown in since
 * @param countedAt when they were counted, on the database's clock
 */
public record BucketRow(String id, long tokens, Instant countedAt) {}
