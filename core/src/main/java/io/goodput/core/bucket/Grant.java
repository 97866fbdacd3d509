package io.goodput.core.bucket;

/**
 * What a bucket answers.
 *
 * @param tokens taken, 0 if there are too few
 * @param left tokens in the bucket afterwards
 * @param at when, on the bucket's clock in microseconds
 * @param enoughIn microseconds until there are as many as the client needs at least; 0 if there are
 */
public record Grant(long tokens, long left, long at, long enoughIn) {}
