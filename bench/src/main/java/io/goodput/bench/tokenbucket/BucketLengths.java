package io.goodput.bench.tokenbucket;

/** Lengths of the measurements of each case. Binding cases have only one. */
record BucketLengths(int rounds, long warmUpMillis, long millis, int bindingSeconds) {

  /** About five minutes in all. */
  static final BucketLengths QUICK = new BucketLengths(3, 500, 1_000, 5);

  /** About twenty minutes in all. */
  static final BucketLengths FULL = new BucketLengths(3, 1_000, 4_000, 30);
}
