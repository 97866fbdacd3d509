package io.goodput.core.bucket;

/**
 * The answer of a bucket to a {@link TokenRequest}.
 *
 * @param tokens granted; 0 if the bucket has too few
 * @param left tokens left in the bucket
 * @param at the moment of the answer, on the bucket's clock in microseconds
 * @param enoughIn microseconds until the bucket has the fewest tokens that the request accepts; 0
 *     if it has them
 */
public record Grant(long tokens, long left, long at, long enoughIn) {}
