package io.goodput.core.bucket;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What work will cost: the 95th percentile of the latest {@value #COSTS} costs. So it follows
 * changes within as many costs, and until there are 20, it is the largest one. Thread-safe, without
 * locks.
 */
public final class CostEstimate {

  /** How many costs count. */
  static final int COSTS = 100;

  /** The part of the costs that may be larger than the estimate, as its divisor. */
  private static final int PART_ABOVE = 20;

  private static final long NONE = -1;

  private final AtomicLongArray latest = new AtomicLongArray(COSTS);
  private final AtomicInteger added = new AtomicInteger();

  /** An estimate that counts as the first cost. */
  public CostEstimate(long first) {
    for (int i = 1; i < COSTS; i++) {
      latest.setPlain(i, NONE);
    }
    add(first);
  }

  /** Counts a cost, 0 or more. */
  public void add(long cost) {
    latest.set(Math.floorMod(added.getAndIncrement(), COSTS), cost);
  }

  /** The estimate, at least 1 and at most {@code most}, which is 1 or more. */
  public long atMost(long most) {
    return Math.max(1, Math.min(most, percentile()));
  }

  /** The smallest cost that at most one in {@value #PART_ABOVE} exceeds. */
  private long percentile() {
    long[] largest = new long[COSTS / PART_ABOVE + 1];
    Arrays.fill(largest, NONE);
    int count = 0;
    for (int i = 0; i < COSTS; i++) {
      long cost = latest.get(i);
      if (cost != NONE) {
        count++;
        insert(largest, cost);
      }
    }
    return largest[count / PART_ABOVE];
  }

  /** Keeps the largest numbers, in descending order. */
  private static void insert(long[] largest, long cost) {
    int place = largest.length - 1;
    if (cost <= largest[place]) {
      return;
    }
    while (place > 0 && largest[place - 1] < cost) {
      largest[place] = largest[place - 1];
      place--;
    }
    largest[place] = cost;
  }
}
