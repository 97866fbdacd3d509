package io.goodput.sql.admin;

/**
 * How full a bucket is.
 *
 * @param tokens in it now, by the first limit; below 0 while it owes some
 */
public record BucketLevel(BucketRow bucket, long tokens) {}
