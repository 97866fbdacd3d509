package io.goodput.bench.tokenbucket;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What one client process recorded.
 *
 * @param asked requests
 * @param granted requests that got a token
 * @param retries of transactions that the database rolled back
 * @param grantedBySecond granted requests in each second from the start
 * @param encodedLatencies of all requests, in nanoseconds
 */
record Tally(
    long asked, long granted, long retries, List<Long> grantedBySecond, String encodedLatencies) {

  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int DIGITS = 2;
  private static final double NANOS_PER_MICRO = 1e3;

  /** A histogram that does not allocate when it records. */
  static Histogram histogram() {
    return new Histogram(HIGHEST_NANOS, DIGITS);
  }

  static void record(Histogram latencies, long nanos) {
    latencies.recordValue(Math.min(nanos, HIGHEST_NANOS));
  }

  static String encoded(Histogram latencies) {
    ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int length = latencies.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  /** The latencies of several processes. */
  static Histogram latencies(Stream<Tally> tallies) {
    Histogram all = histogram();
    tallies.forEach(
        tally -> {
          try {
            all.add(
                Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(tally.encodedLatencies)), 0));
          } catch (DataFormatException e) {
            throw new IllegalStateException(e);
          }
        });
    return all;
  }

  static double micros(Histogram latencies, double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  long rejected() {
    return asked - granted;
  }
}
