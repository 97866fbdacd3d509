package io.goodput.cassandra.deadline;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.exceptions.InvalidRequestException;

/**
 * How long the client of one request waits for its answer. The client sends it in the custom
 * payload of the native protocol: key {@value #KEY}, a whole number of milliseconds in text.
 */
final class ClientTimeout {

  static final String KEY = "goodput.timeout_ms";

  private static final int MAX_DIGITS = 7;

  /** What an error message shows of a value, which may be as long as a request. */
  private static final int MAX_SHOWN_BYTES = 20;

  private ClientTimeout() {}

  /**
   * The client timeout in nanoseconds.
   *
   * @param value of {@link #KEY} in the payload
   * @throws InvalidRequestException if it is not a number from 1 to 9,999,999
   */
  static long nanos(ByteBuffer value) {
    long millis = 0;
    for (int i = 0; i < value.remaining(); i++) {
      int digit = value.get(value.position() + i) - '0';
      if (digit < 0 || digit > 9 || i == MAX_DIGITS) {
        throw invalid(value.duplicate());
      }
      millis = millis * 10 + digit;
    }
    if (millis == 0) {
      throw invalid(value.duplicate());
    }
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static InvalidRequestException invalid(ByteBuffer value) {
    boolean isLong = value.remaining() > MAX_SHOWN_BYTES;
    if (isLong) {
      value.limit(value.position() + MAX_SHOWN_BYTES);
    }
    String text = StandardCharsets.UTF_8.decode(value).toString().replaceAll("\\p{Cntrl}", "?");
    return new InvalidRequestException(
        String.format(
            "Custom payload '%s' must be a whole number of milliseconds from 1 to 9999999 in text,"
                + " not '%s'",
            KEY, isLong ? text + "..." : text));
  }
}
