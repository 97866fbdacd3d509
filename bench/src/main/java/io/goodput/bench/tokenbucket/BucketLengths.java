package io.goodput.bench.tokenbucket;

/**
 * Lengths of the measurements.
 *
 * @param rounds of each case
 * @param warmUpMillis before each measurement
 * @param millis of each measurement
 * @param bindingSeconds of the only measurement with the binding rate
 */
record BucketLengths(int rounds, long warmUpMillis, long millis, int bindingSeconds) {

  /** About four minutes in all. */
  static final BucketLengths QUICK = new BucketLengths(2, 500, 1_000, 10);

  /** About fifteen minutes in all. */
  static final BucketLengths FULL = new BucketLengths(3, 1_000, 4_000, 30);
}
