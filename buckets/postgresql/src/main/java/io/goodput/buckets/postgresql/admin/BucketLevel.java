package io.goodput.buckets.postgresql.admin;

/**
 * How full a bucket is, by the limit with the smallest part of its tokens left.
 *
 * @param tokens in it now; below 0 while it owes some
 * @param burst tokens in it when it is full
 */
public record BucketLevel(BucketRow bucket, long tokens, long burst) {}
