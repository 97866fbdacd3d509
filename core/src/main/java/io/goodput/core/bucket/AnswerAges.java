package io.goodput.core.bucket;

import io.goodput.core.time.Nanos;

/**
 * How old the answers of a database are when they arrive. Decides how long the tokens should live
 * that callers wait for: long enough for the next answer, and not longer, because a bucket that is
 * almost full gets nothing during that time.
 *
 * <p>Thread-safe. Concurrent updates may get lost, which only makes the estimate older.
 */
public final class AnswerAges {

  private static final int AGES_PER_LIFE = 2;
  private static final int DECAY_DIVISOR = 2;

  /** The shortest life, in microseconds, if the burst is large enough. */
  private static final long USUAL_LIFE = 500_000;

  /** At most this part of the burst flows in during the shortest life. */
  private static final int BURST_PER_LIFE = 8;

  private static final long NO_ANSWER_YET = -1;
  private static final long BEFORE_THE_FIRST_ANSWER = 100 * Nanos.PER_MILLI;

  private volatile long peak = NO_ANSWER_YET;

  /** Counts an answer of this age in nanoseconds. Older answers count less and less. */
  public void add(long age) {
    long seen = peak;
    peak = seen == NO_ANSWER_YET ? age : Math.max(age, seen - seen / DECAY_DIVISOR);
  }

  /** How long the tokens of the next answer should live, in microseconds. */
  public long life(Rates rates) {
    long shortest = Math.min(USUAL_LIFE, rates.timeToFill() / BURST_PER_LIFE);
    return atLeast(shortest);
  }

  /** A life of at least {@code shortest} microseconds that the next answer fits into. */
  long atLeast(long shortest) {
    return Math.min(BucketState.FARTHEST_AHEAD, Math.max(shortest, needed()));
  }

  /** Whether answers come long before the end of a life, in microseconds. */
  boolean fit(long life) {
    return needed() <= life;
  }

  private long needed() {
    long seen = peak;
    return AGES_PER_LIFE
        * (seen == NO_ANSWER_YET ? BEFORE_THE_FIRST_ANSWER : seen)
        / Nanos.PER_MICRO;
  }
}
