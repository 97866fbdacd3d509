package io.goodput.lab.bench.tokenbucket;

/**
 * Lengths of the measurements of each case.
 *
 * @param bindingSeconds the shortest length of a case whose limit binds
 * @param bindingTokens the fewest tokens that flow in during such a case
 */
record BucketLengths(
    int rounds, long warmUpMillis, long millis, int bindingSeconds, int bindingTokens) {

  /** So that the first answers of each thread are less than half a percent of what is allowed. */
  private static final int MANY = 20_000;

  /** About twenty minutes in all. */
  static final BucketLengths QUICK = new BucketLengths(3, 500, 1_000, 5, MANY);

  /** About forty minutes in all. */
  static final BucketLengths FULL = new BucketLengths(3, 1_000, 4_000, 10, MANY);

  /** Many ids run most of the client's code, and statements need their plans. */
  private static final int FACTOR_FOR_MANY_IDS = 8;

  /** How long a case runs before its requests count, in milliseconds. */
  long warmUpMillis(BucketCase what) {
    if (what.binding()) {
      return 0;
    }
    return what.ids().vary() ? FACTOR_FOR_MANY_IDS * warmUpMillis : warmUpMillis;
  }

  /** The length of a case whose limit binds, in milliseconds. */
  long bindingMillis(long perSecond) {
    return 1_000 * Math.max(bindingSeconds, bindingTokens / perSecond);
  }
}
