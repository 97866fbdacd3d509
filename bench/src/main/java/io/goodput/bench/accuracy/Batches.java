package io.goodput.bench.accuracy;

import java.util.ArrayList;
import java.util.List;

/** Groups cases that a small machine can offer at the same time, each on its own partition. */
final class Batches {

  private static final long MAX_PER_SECOND = 4000;
  private static final int MAX_CASES = 4;

  private Batches() {}

  /** Keeps the order. A case that is too heavy for any batch gets its own. */
  static List<List<LimitCase>> of(List<LimitCase> cases) {
    List<List<LimitCase>> batches = new ArrayList<>();
    List<LimitCase> batch = List.of();
    long perSecond = 0;
    for (LimitCase next : cases) {
      perSecond += next.perSecond();
      if (batch.isEmpty() || batch.size() == MAX_CASES || perSecond > MAX_PER_SECOND) {
        batch = new ArrayList<>();
        batches.add(batch);
        perSecond = next.perSecond();
      }
      batch.add(next);
    }
    return batches;
  }
}
