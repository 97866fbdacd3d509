package io.goodput.lab.bench.tokenbucket;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What one client process recorded.
 *
 * @param asked requests
 * @param granted requests that got a token
 * @param retries of transactions that the database rolled back
 * @param grantedBySecond granted requests in each second from the start
 * @param grantedByThread granted requests of each thread
 * @param firstMillis the first millisecond of an open loop, since the Unix epoch
 * @param begun granted requests that began in each millisecond from then on
 * @param ended granted requests that ended in each of these milliseconds
 * @param encodedLatencies of all requests in a closed loop and of granted ones in an open loop, in
 *     nanoseconds
 */
record Tally(
    long asked,
    long granted,
    long retries,
    List<Long> grantedBySecond,
    List<Long> grantedByThread,
    long firstMillis,
    List<Integer> begun,
    List<Integer> ended,
    ByteBuffer encodedLatencies) {

  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A histogram that does not allocate when it records. */
  static Histogram histogram() {
    return new Histogram(HIGHEST_NANOS, 2);
  }

  static void record(Histogram latencies, long nanos) {
    latencies.recordValue(Math.min(nanos, HIGHEST_NANOS));
  }

  static ByteBuffer encoded(Histogram latencies) {
    ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    latencies.encodeIntoByteBuffer(bytes);
    return bytes.flip();
  }

  /** The latencies of several processes. */
  static Histogram latencies(Stream<Tally> tallies) {
    Histogram all = histogram();
    tallies.forEach(
        it -> all.add(Histogram.decodeFromByteBuffer(it.encodedLatencies.duplicate(), 0)));
    return all;
  }

  long rejected() {
    return asked - granted;
  }
}
