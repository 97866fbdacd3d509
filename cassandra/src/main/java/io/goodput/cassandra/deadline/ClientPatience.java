package io.goodput.cassandra.deadline;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.exceptions.InvalidRequestException;

/**
 * How long the client of one request waits for its answer. The client says so in the custom payload
 * of the native protocol: key {@value #KEY}, a whole number of milliseconds in text.
 */
final class ClientPatience {

  static final String KEY = "goodput.timeout_ms";

  private static final int MAX_DIGITS = 7;

  private ClientPatience() {}

  /**
   * The patience in nanoseconds.
   *
   * @param value of {@link #KEY} in the payload
   * @throws InvalidRequestException if it is not a number from 1 to 9,999,999
   */
  static long nanos(ByteBuffer value) {
    CharBuffer text = StandardCharsets.UTF_8.decode(value.duplicate());
    long millis = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || i == MAX_DIGITS) {
        throw invalid(text);
      }
      millis = millis * 10 + digit;
    }
    if (millis == 0) {
      throw invalid(text);
    }
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static InvalidRequestException invalid(CharBuffer text) {
    return new InvalidRequestException(
        String.format(
            "Custom payload '%s' must be a whole number of milliseconds from 1 to 9999999 in text,"
                + " not '%s'",
            KEY, text));
  }
}
