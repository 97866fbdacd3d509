package io.goodput.lab.bench.writestall;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * One load on the databases of one design.
 *
 * @param latencies in nanoseconds, by the second in which the writes ended; the last second
 *     includes later ones
 * @param seconds until all threads had ended
 * @param stops of RocksDB; so are delays
 * @param reads of existing keys meanwhile
 * @param writtenBytes by flushes and compactions, on an emulated disk
 * @param spaceBytes of all databases at the end
 */
record WriteRun(
    List<Histogram> latencies,
    double seconds,
    long stops,
    long delays,
    long reads,
    long writtenBytes,
    long spaceBytes) {

  static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final int DIGITS = 2;

  /** A thread-safe histogram for each second. */
  static List<Histogram> histograms(int seconds) {
    return Stream.<Histogram>generate(() -> new AtomicHistogram(HIGHEST_NANOS, DIGITS))
        .limit(seconds)
        .toList();
  }

  double perSecond() {
    return all().getTotalCount() / seconds;
  }

  double readsPerSecond() {
    return reads / seconds;
  }

  /** Bytes that flushes and compactions have written for each write. */
  double bytesPerWrite() {
    return (double) writtenBytes / all().getTotalCount();
  }

  double micros(double percentile) {
    return all().getValueAtPercentile(percentile) / 1e3;
  }

  double millis(double percentile) {
    return micros(percentile) / 1e3;
  }

  private Histogram all() {
    Histogram all = new Histogram(HIGHEST_NANOS, DIGITS);
    latencies.forEach(all::add);
    return all;
  }

  List<Long> writesBySecond() {
    return latencies.stream().map(Histogram::getTotalCount).toList();
  }

  /** Writes in the second with the fewest, as a share of the mean. */
  double slowestSecond() {
    return writesBySecond().stream().mapToLong(Long::longValue).min().orElseThrow() / perSecond();
  }
}
