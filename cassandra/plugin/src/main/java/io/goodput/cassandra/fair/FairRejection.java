package io.goodput.cassandra.fair;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.request.Rejection;
import java.util.concurrent.atomic.LongAdder;

/** The verdict about a request above a fair share; the same for a second. Thread-safe. */
final class FairRejection extends Rejection {

  private final Counter all;
  private final LongAdder own;

  /**
   * A rejection.
   *
   * @param all counts what this node rejects by shares
   * @param own counts what is rejected for this share
   */
  FairRejection(FairShareException answer, Counter all, LongAdder own) {
    super(answer);
    this.all = all;
    this.own = own;
  }

  @Override
  public boolean isBrief() {
    return true;
  }

  @Override
  public void count() {
    all.inc();
    own.increment();
  }

  /** Counts a request that would have been rejected if the node did not only observe. */
  void countObserved() {
    own.increment();
  }
}
