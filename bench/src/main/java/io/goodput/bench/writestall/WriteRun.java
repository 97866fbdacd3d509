package io.goodput.bench.writestall;

import io.goodput.bench.report.Text;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * One load on the databases of one design.
 *
 * @param seconds duration
 * @param stops number of times that RocksDB stopped writes
 * @param delays number of times that RocksDB began to delay writes
 */
record WriteRun(Latencies latencies, double seconds, long stops, long delays) {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS_PER_MILLI = 1e3;

  /** The same run with time at its end in which nothing was written. */
  WriteRun followedBy(double idleSeconds) {
    return new WriteRun(latencies, seconds + idleSeconds, stops, delays);
  }

  double perSecond() {
    return latencies.all().getTotalCount() / seconds;
  }

  double micros(double percentile) {
    return latencies.all().getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  double millis(double percentile) {
    return micros(percentile) / MICROS_PER_MILLI;
  }

  List<Long> writesBySecond() {
    return latencies.seconds().stream().map(Histogram::getTotalCount).toList();
  }

  /** Writes in the second with the fewest, as a share of the mean. */
  double slowestSecond() {
    return writesBySecond().stream().mapToLong(Long::longValue).min().orElseThrow() / perSecond();
  }

  /** For a line of progress. */
  @Override
  public String toString() {
    return Text.of(
        "%.0f writes/s, p99.99 %.1f ms, max %.0f ms, %d stops, %d delays",
        perSecond(), millis(99.99), millis(100), stops, delays);
  }
}
