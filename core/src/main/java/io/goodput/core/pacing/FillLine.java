package io.goodput.core.pacing;

/**
 * How much of a memory may be in use at a moment, while a part of it is being flushed: as much of
 * what is free as time has passed of what the flush is expected to take. At its expected end a
 * little is left over; of that, a flush that takes longer leaves a part like 1 / time. Hence no
 * step, and the memory is never used up.
 *
 * <p>Immutable. Times are monotonic nanoseconds.
 *
 * @param from bytes in use when the flush began
 * @param free bytes that may be filled meanwhile; 0 or more
 * @param begun when it began
 * @param nanos that it is expected to take; 1 or more
 */
record FillLine(long from, long free, long begun, long nanos) {

  /** No bound. */
  static final FillLine NONE = new FillLine(Long.MAX_VALUE, 0, 0, 1);

  /** Part of what is free that is filled by the expected end. */
  static final double IN_TIME = 0.9;

  /** With which the rate does not change there. */
  private static final double BEND = IN_TIME / (1 - IN_TIME);

  /** Bytes. */
  long at(long now) {
    if (free == 0) {
      return from;
    }
    double time = (now - begun) / (double) nanos;
    double share =
        time <= 1 ? IN_TIME * Math.max(0, time) : 1 - (1 - IN_TIME) / (1 + BEND * (time - 1));
    return (long) (from + free * share);
  }
}
