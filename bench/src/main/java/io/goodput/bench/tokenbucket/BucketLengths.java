package io.goodput.bench.tokenbucket;

/** Lengths of the measurements of each case. The binding case has only one. */
record BucketLengths(int rounds, long warmUpMillis, long millis, int bindingSeconds) {

  /** About four minutes in all. */
  static final BucketLengths QUICK = new BucketLengths(3, 500, 1_000, 10);

  /** About fifteen minutes in all. */
  static final BucketLengths FULL = new BucketLengths(3, 1_000, 4_000, 30);
}
