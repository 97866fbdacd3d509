package io.goodput.core.retry;

/**
 * How many requests a client may have in flight at servers that refuse requests while they are
 * overloaded. There is no bound until they refuse requests, and none once they have not refused any
 * for ten seconds.
 *
 * <p>The client counts refusals among as many requests as it has in flight, and at least {@value
 * #SAMPLE}. If clearly more than a 20th was refused, by three standard deviations, the window
 * shrinks by the share that was, and only requests that began after that count. If none was
 * refused, a full window grows by a part of its size: by a 512th at first, then by the square of a
 * 16th of the seconds since the last refusal, and by a 32nd at most. A share in between may have
 * other causes than this client, and changes nothing. The window never shrinks below {@value
 * #LEAST}, so that a server that refuses all does not stop the requests to the others.
 *
 * <p>The decrease in proportion to what was refused is that of DCTCP (Alizadeh et al., SIGCOMM
 * 2010), and the growth is convex in time as that of CUBIC (RFC 9438). Not thread-safe.
 */
public final class AdaptiveWindow {

  /** Requests in flight that are always allowed. */
  public static final int LEAST = 8;

  static final int SAMPLE = 64;

  private static final double TOLERATED = 1.0 / 20;
  private static final double DEVIATIONS = 3;
  private static final double LEAST_GROWTH = 1.0 / 512;
  private static final double MOST_GROWTH = 1.0 / 32;
  private static final double SLOWEST_NANOS = 16e9;
  private static final long OPEN_AFTER_NANOS = 10_000_000_000L;

  private double size = Double.POSITIVE_INFINITY;
  private long changedAt;
  private long refusedAt;
  private int most;
  private int ended;
  private int refused;

  /**
   * A window without a bound.
   *
   * @param now monotonic nanoseconds
   */
  public AdaptiveWindow(long now) {
    changedAt = now;
    refusedAt = now;
  }

  /** Requests that may be in flight, at least {@link #LEAST}; infinite without a bound. */
  public double size() {
    return size;
  }

  /**
   * Whether one more request may begin.
   *
   * @param inFlight requests in flight, without this one
   * @param now monotonic nanoseconds
   */
  public boolean hasRoomNextTo(int inFlight, long now) {
    if (inFlight + 1 > size && now - refusedAt > OPEN_AFTER_NANOS) {
      size = Double.POSITIVE_INFINITY;
    }
    return inFlight + 1 <= size;
  }

  /**
   * A server has answered a request, or refused it.
   *
   * @param begun when it began, monotonic nanoseconds
   * @param wasRefused whether a server refused it because of an overload
   * @param inFlight requests in flight, this one included
   * @param now monotonic nanoseconds
   */
  public void ended(long begun, boolean wasRefused, int inFlight, long now) {
    if (begun - changedAt < 0) {
      return;
    }
    if (wasRefused) {
      refusedAt = now;
      refused++;
    }
    most = Math.max(most, inFlight);
    ended++;
    if (ended < Math.max(SAMPLE, most)) {
      return;
    }
    double tolerated = ended * TOLERATED;
    if (refused > tolerated + DEVIATIONS * Math.sqrt(tolerated)) {
      double served = 1 - (double) refused / ended;
      size = Math.max(LEAST, Math.min(size, most) * served);
      changedAt = now;
    } else if (refused == 0 && most + 1 > size) {
      double calm = (now - refusedAt) / SLOWEST_NANOS;
      size += size * Math.max(LEAST_GROWTH, Math.min(MOST_GROWTH, calm * calm));
    }
    most = 0;
    ended = 0;
    refused = 0;
  }
}
