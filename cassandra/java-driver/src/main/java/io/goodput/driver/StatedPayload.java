package io.goodput.driver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The custom payload of one attempt of a request. The driver passes statements on with the payload
 * of an attempt: to a speculative execution, to a retry, and to the request for the next page. So a
 * payload knows whose it is, and what the application has put there. Immutable.
 */
final class StatedPayload extends AbstractMap<String, ByteBuffer> {

  static final String TIMEOUT = "goodput.timeout_ms";
  static final String ATTEMPT = "goodput.attempt";

  private final String request;
  private final long attempt;
  private final Map<String, ByteBuffer> ofApplication;
  private final Map<String, ByteBuffer> all;

  /**
   * A payload.
   *
   * @param request identifies the request
   * @param attempt 1 for the first, which says nothing: the application may have sent the same
   *     request before
   * @param ofApplication what the application has put there, which stays as it is
   * @param timeoutMillis for how long the client still waits; 0 for as long as it takes
   */
  private StatedPayload(
      String request, long attempt, Map<String, ByteBuffer> ofApplication, long timeoutMillis) {
    this.request = request;
    this.attempt = attempt;
    this.ofApplication = ofApplication;
    Map<String, ByteBuffer> entries = new HashMap<>();
    if (timeoutMillis > 0) {
      entries.put(TIMEOUT, text(timeoutMillis));
    }
    if (attempt > 1) {
      entries.put(ATTEMPT, text(attempt));
    }
    entries.putAll(ofApplication);
    // The driver allows null values, which Map.copyOf does not.
    this.all = Collections.unmodifiableMap(entries);
  }

  /**
   * The payload of the next message of a request.
   *
   * @param before the payload that its statement has
   */
  static StatedPayload of(String request, Map<String, ByteBuffer> before, long timeoutMillis) {
    if (before instanceof StatedPayload stated) {
      long attempt = stated.request.equals(request) ? stated.attempt : 1;
      return new StatedPayload(request, attempt, stated.ofApplication, timeoutMillis);
    }
    return new StatedPayload(
        request, 1, Collections.unmodifiableMap(new HashMap<>(before)), timeoutMillis);
  }

  /** The same for a later attempt. The time that is left is stated when it is sent. */
  StatedPayload ofAttempt(long number) {
    return new StatedPayload(request, number, ofApplication, 0);
  }

  private static ByteBuffer text(long number) {
    return ByteBuffer.wrap(Long.toString(number).getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public Set<Entry<String, ByteBuffer>> entrySet() {
    return all.entrySet();
  }
}
