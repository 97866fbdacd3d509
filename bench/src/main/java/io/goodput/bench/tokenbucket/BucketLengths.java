package io.goodput.bench.tokenbucket;

/** Lengths of the measurements of each case. */
record BucketLengths(int rounds, long warmUpMillis, long millis, int bindingSeconds) {

  /** About six minutes in all. */
  static final BucketLengths QUICK = new BucketLengths(3, 500, 1_000, 3);

  /** About twenty minutes in all. */
  static final BucketLengths FULL = new BucketLengths(3, 1_000, 4_000, 10);
}
