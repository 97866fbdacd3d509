package io.goodput.bench.load;

/** When the requests of an open load are to be sent: evenly spaced. */
record Schedule(long start, double perSecond) {

  private static final double NANOS_PER_SECOND = 1e9;

  /** How many are to have been sent by then. */
  long dueBy(long now) {
    return now < start ? 0 : (long) Math.ceil((now - start) / NANOS_PER_SECOND * perSecond);
  }

  /** The moment of a request, counted from 0. */
  long momentOf(long number) {
    return start + (long) (number / perSecond * NANOS_PER_SECOND);
  }
}
