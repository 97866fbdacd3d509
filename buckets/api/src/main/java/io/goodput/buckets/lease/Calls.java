package io.goodput.buckets.lease;

import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of applications, of all buckets of one client. Thread-safe. */
public final class Calls {

  private final LongAdder admitted = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder waiting = new LongAdder();

  void ended(boolean isAdmitted) {
    (isAdmitted ? admitted : rejected).increment();
  }

  void waits() {
    waiting.increment();
  }

  void waitsNoLonger() {
    waiting.decrement();
  }

  /** Calls so far that got their tokens. */
  public long admitted() {
    return admitted.sum();
  }

  /** Calls so far that got no tokens, or that ended with an exception. */
  public long rejected() {
    return rejected.sum();
  }

  /** Calls that wait now. */
  public long waiting() {
    return waiting.sum();
  }
}
