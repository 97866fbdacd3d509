package io.goodput.lab.bench.tokenbucket;

import io.goodput.core.bucket.Rate;
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
    List<Long> grantedByThread,
    long firstMillis,
    List<Integer> begun,
    List<Integer> ended,
    ByteBuffer encodedLatencies) {

  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final double MILLIS = 1_000;

  /** Each process knows the time to a millisecond. */
  private static final int CLOCK_MILLIS = 2;

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

  /** Seconds from the first granted request to the last one, to a millisecond. */
  double grantedSeconds() {
    int first = 0;
    int last = 0;
    for (int milli = begun.size() - 1; milli >= 0; milli--) {
      first = begun.get(milli) > 0 ? milli : first;
      last = last == 0 && ended.get(milli) > 0 ? milli : last;
    }
    return (last + 1 - first) / MILLIS;
  }

  long rejected() {
    return asked - granted;
  }

  /**
   * The largest number of tokens that processes got in any time span beyond burst + rate x span;
   * negative if there were always fewer. A token counts in a span only if its request began and
   * ended in it, so that no delay counts as an excess.
   *
   * @param clients on one machine
   */
  static double excess(List<Tally> clients, Rate rate) {
    long first = clients.stream().mapToLong(Tally::firstMillis).min().orElse(0);
    int length =
        clients.stream()
            .mapToInt(client -> (int) (client.firstMillis - first) + client.begun.size())
            .max()
            .orElse(0);
    long[] begun = new long[length];
    long[] ended = new long[length];
    for (Tally client : clients) {
      int offset = (int) (client.firstMillis - first);
      for (int milli = 0; milli < client.begun.size(); milli++) {
        begun[offset + milli] += client.begun.get(milli);
        ended[offset + milli] += client.ended.get(milli);
      }
    }
    double perMilli = rate.perSecond() / MILLIS;
    // Of all beginnings so far: the fewest tokens begun before, less the inflow until then.
    double least = Double.POSITIVE_INFINITY;
    double most = -rate.burst();
    long begunBefore = 0;
    long endedUntil = 0;
    for (int milli = 0; milli < length; milli++) {
      least = Math.min(least, begunBefore - perMilli * milli);
      begunBefore += begun[milli];
      endedUntil += ended[milli];
      most =
          Math.max(most, endedUntil - perMilli * (milli + 1 + CLOCK_MILLIS) - least - rate.burst());
    }
    return most;
  }
}
