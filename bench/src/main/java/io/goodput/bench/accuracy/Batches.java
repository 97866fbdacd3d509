package io.goodput.bench.accuracy;

import java.util.ArrayList;
import java.util.List;

/** Puts cases together that a small machine can offer at the same time, each on a partition. */
final class Batches {

  private static final long MAX_PER_SECOND = 4000;
  private static final int MAX_CASES = 4;

  private Batches() {}

  /** In the order of the cases; a case that is heavier than a batch gets one of its own. */
  static List<List<LimitCase>> of(List<LimitCase> cases) {
    List<List<LimitCase>> batches = new ArrayList<>();
    List<LimitCase> batch = new ArrayList<>();
    long perSecond = 0;
    for (LimitCase next : cases) {
      boolean full = batch.size() == MAX_CASES || perSecond + next.perSecond() > MAX_PER_SECOND;
      if (full && !batch.isEmpty()) {
        batches.add(batch);
        batch = new ArrayList<>();
        perSecond = 0;
      }
      batch.add(next);
      perSecond += next.perSecond();
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    return batches;
  }
}
