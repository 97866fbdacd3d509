package io.goodput.core.limit;

import java.util.Arrays;

/**
 * What {@link PartitionCounters} promises for keys that have an entry, without concurrency: the
 * sequential specification for the linearizability test.
 */
public final class SequentialCounters {

  private static final int KEYS = 16;

  private final int[] writtenIn = new int[KEYS];
  private final long[] offered = new long[KEYS];

  boolean admit(int window, int key, long limit, double random) {
    return random < AdmissionCurve.probability(increment(window, key), limit);
  }

  void account(int window, int key) {
    increment(window, key);
  }

  long count(int window, int key) {
    return offered[key] >> Math.max(0, window - writtenIn[key]);
  }

  private long increment(int window, int key) {
    boolean late = window < writtenIn[key] && offered[key] > 0;
    offered[key] = count(window, key) + 1;
    if (!late) {
      writtenIn[key] = window;
    }
    return offered[key];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SequentialCounters that
        && Arrays.equals(writtenIn, that.writtenIn)
        && Arrays.equals(offered, that.offered);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(writtenIn) + Arrays.hashCode(offered);
  }
}
