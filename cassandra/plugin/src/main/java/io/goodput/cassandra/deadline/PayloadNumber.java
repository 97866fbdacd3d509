package io.goodput.cassandra.deadline;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.cassandra.exceptions.InvalidRequestException;

/**
 * A number that clients may send in the custom payload of the native protocol: in text, from 1 to
 * 9,999,999.
 *
 * @param key in the payload
 * @param what it is, for error messages: a phrase such as {@code a whole number of milliseconds}
 */
record PayloadNumber(String key, String what) {

  private static final int MAX_DIGITS = 7;

  /** What an error message shows of a value, which may be as long as a request. */
  private static final int MAX_SHOWN_BYTES = 20;

  /**
   * The number in a value, which stays unread.
   *
   * @throws InvalidRequestException if the value is not such a number
   */
  long of(ByteBuffer value) {
    long number = 0;
    for (int i = 0; i < value.remaining(); i++) {
      int digit = value.get(value.position() + i) - '0';
      if (digit < 0 || digit > 9 || i == MAX_DIGITS) {
        throw invalid(value.duplicate());
      }
      number = number * 10 + digit;
    }
    if (number == 0) {
      throw invalid(value.duplicate());
    }
    return number;
  }

  private InvalidRequestException invalid(ByteBuffer value) {
    boolean isLong = value.remaining() > MAX_SHOWN_BYTES;
    if (isLong) {
      value.limit(value.position() + MAX_SHOWN_BYTES);
    }
    String text = StandardCharsets.UTF_8.decode(value).toString().replaceAll("\\p{Cntrl}", "?");
    return new InvalidRequestException(
        String.format(
            "Custom payload '%s' must be %s from 1 to 9999999 in text, not '%s'",
            key, what, isLong ? text + "..." : text));
  }
}
