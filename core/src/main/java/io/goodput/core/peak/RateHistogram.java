package io.goodput.core.peak;

/**
 * The seconds in which partitions were used, by how often they were used in that second. Fixed
 * memory. Not thread-safe.
 */
final class RateHistogram {

  private final long[] seconds = new long[RateBands.COUNT];
  private final long[] requests = new long[RateBands.COUNT];

  /**
   * Adds one second of one partition.
   *
   * @param perSecond requests in it, 1 or more
   */
  void add(int perSecond) {
    int band = RateBands.of(perSecond);
    seconds[band]++;
    requests[band] += perSecond;
  }

  /** The seconds in a band. */
  long seconds(int band) {
    return seconds[band];
  }

  /** The requests in these seconds. */
  long requests(int band) {
    return requests[band];
  }

  /** All requests. */
  long requests() {
    long all = 0;
    for (long ofBand : requests) {
      all += ofBand;
    }
    return all;
  }

  /**
   * How many of the requests were above a limit in their second. It is exact unless the limit lies
   * inside a band, and never too high.
   *
   * @param limit requests per partition and second
   */
  long above(long limit) {
    long above = 0;
    for (int band = 0; band < RateBands.COUNT; band++) {
      above += Math.max(0, requests[band] - limit * seconds[band]);
    }
    return above;
  }
}
