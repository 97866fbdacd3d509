package io.goodput.lab.bench.writestall;

import java.util.List;
import org.HdrHistogram.Histogram;

/** One load on the databases of one design, with the number of RocksDB's stops and delays. */
record WriteRun(Latencies latencies, double seconds, long stops, long delays) {

  /** The same run with time at its end in which nothing was written. */
  WriteRun followedBy(double idleSeconds) {
    return new WriteRun(latencies, seconds + idleSeconds, stops, delays);
  }

  double perSecond() {
    return latencies.all().getTotalCount() / seconds;
  }

  double micros(double percentile) {
    return latencies.all().getValueAtPercentile(percentile) / 1e3;
  }

  double millis(double percentile) {
    return micros(percentile) / 1e3;
  }

  List<Long> writesBySecond() {
    return latencies.seconds().stream().map(Histogram::getTotalCount).toList();
  }

  /** Writes in the second with the fewest, as a share of the mean. */
  double slowestSecond() {
    return writesBySecond().stream().mapToLong(Long::longValue).min().orElseThrow() / perSecond();
  }
}
