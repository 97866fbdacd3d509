package io.goodput.lab.bench.load;

/** Evenly spaced send times of an open loop, as from {@link System#nanoTime}. */
record Schedule(long start, double perSecond) {

  /** Number of requests whose send time is before {@code now}. */
  long dueBy(long now) {
    return now < start ? 0 : (long) Math.ceil((now - start) / 1e9 * perSecond);
  }

  /** Send time of a request, numbered from 0. */
  long momentOf(long number) {
    return start + (long) (number / perSecond * 1e9);
  }
}
