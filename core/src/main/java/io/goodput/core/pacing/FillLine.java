package io.goodput.core.pacing;

/**
 * How much of a memory may be in use at a moment while a part of it is being flushed. The line
 * rises evenly over the expected time of the flush, and then leaves a little free. If the flush
 * takes longer, the line approaches the end of the memory like 1 / time: it has no step, and the
 * memory is never used up.
 *
 * <p>Immutable. Times are monotonic nanoseconds.
 *
 * @param from bytes in use when the flush began
 * @param free bytes that may be filled during the flush; 0 or more
 * @param begun when the flush began
 * @param nanos expected duration of the flush; 1 or more
 */
record FillLine(long from, long free, long begun, long nanos) {

  /** No bound. */
  static final FillLine NONE = new FillLine(Long.MAX_VALUE, 0, 0, 1);

  /** Fraction of the free memory that is filled by the expected end. */
  static final double IN_TIME = 0.9;

  /** Keeps the slope continuous at the expected end. */
  private static final double BEND = IN_TIME / (1 - IN_TIME);

  /** Bytes that may be in use at a moment. */
  long at(long now) {
    if (free == 0) {
      return from;
    }
    double time = (now - begun) / (double) nanos;
    double share =
        time <= 1 ? IN_TIME * Math.max(0, time) : 1 - (1 - IN_TIME) / (1 + BEND * (time - 1));
    return (long) (from + free * share);
  }

  /** The time until the expected end of the flush; 0 after it. */
  long untilEnd(long now) {
    return equals(NONE) ? 0 : Math.max(0, nanos - (now - begun));
  }
}
