package io.goodput.bench.rejection;

/**
 * What one operation of a microbenchmark costs.
 *
 * @param benchmark as in {@code DecisionBenchmark.clock}
 * @param depth of the stack, in calls; 0 where it does not matter
 * @param threads that ran it at the same time
 * @param nanos on average
 * @param error of that, to either side, with 99.9 % confidence; NaN if unknown
 * @param bytes allocated
 */
record Cost(String benchmark, int depth, int threads, double nanos, double error, double bytes) {}
