package io.goodput.bench.tokenbucket;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What came of one client process.
 *
 * @param asked requests
 * @param granted those of them that got their token
 * @param retries of transactions that the database had rolled back
 * @param grantedBySecond the same from the start on
 * @param encodedLatencies of all requests, in nanoseconds
 */
record Tally(
    long asked, long granted, long retries, List<Long> grantedBySecond, String encodedLatencies) {

  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int DIGITS = 2;

  /** Copies the list. */
  Tally {
    grantedBySecond = List.copyOf(grantedBySecond);
  }

  /** Which recording in does not allocate. */
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

  Histogram latencies() {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(encodedLatencies)), 0);
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    }
  }
}
