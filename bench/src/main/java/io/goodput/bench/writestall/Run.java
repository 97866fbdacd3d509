package io.goodput.bench.writestall;

import org.HdrHistogram.Histogram;

/**
 * What came of one run of a case.
 *
 * @param seconds that it took
 * @param stops how often RocksDB stopped writes
 * @param delays how often RocksDB began to delay writes
 */
record Run(Latencies latencies, double seconds, long stops, long delays) {

  private static final double NANOS_PER_MICRO = 1e3;

  /** The same with so many seconds more, in which nothing was written. */
  Run followedBy(double idleSeconds) {
    return new Run(latencies, seconds + idleSeconds, stops, delays);
  }

  double perSecond() {
    return latencies.all().getTotalCount() / seconds;
  }

  double micros(double percentile) {
    Histogram all = latencies.all();
    return all.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  double maxMicros() {
    return latencies.all().getMaxValue() / NANOS_PER_MICRO;
  }

  /** Writes in the second with the fewest, as a part of the mean. */
  double slowestSecond() {
    long slowest = Long.MAX_VALUE;
    for (int second = 0; second < latencies.length(); second++) {
      slowest = Math.min(slowest, latencies.count(second));
    }
    return slowest / perSecond();
  }
}
