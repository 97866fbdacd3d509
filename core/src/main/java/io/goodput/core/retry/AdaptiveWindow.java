package io.goodput.core.retry;

/**
 * How many requests a client may have in flight at servers that refuse requests while they are
 * overloaded. Without a refusal, there is no bound.
 *
 * <p>The client counts refusals among as many requests as it has in flight. The window then shrinks
 * by the share that was refused, and only requests that began after that count. Without refusals, a
 * full window of requests lets it grow by a part of its size: by a 512th at first, then by the
 * square of a 16th of the seconds since the last refusal, and by a 32nd at most. So it stays close
 * to what the servers take, and opens soon after an overload has ended. It never shrinks below
 * {@value #LEAST}, so that a server that refuses all does not stop the requests to the others.
 *
 * <p>The decrease in proportion to what was refused is that of DCTCP (Alizadeh et al., SIGCOMM
 * 2010), and the growth is convex in time as that of CUBIC (RFC 9438). Not thread-safe.
 */
public final class AdaptiveWindow {

  /** Requests in flight that are always allowed. */
  public static final int LEAST = 8;

  private static final double LEAST_GROWTH = 1.0 / 512;
  private static final double MOST_GROWTH = 1.0 / 32;
  private static final double NANOS_TO_DOUBLE = 16e9;

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

  /** Requests that may be in flight, at least {@link #LEAST}; infinite before the first refusal. */
  public double size() {
    return size;
  }

  /** Whether one more request may begin. */
  public boolean hasRoomNextTo(int inFlight) {
    return inFlight + 1 <= size;
  }

  /**
   * A request has ended.
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
    most = Math.max(most, inFlight);
    ended++;
    refused += wasRefused ? 1 : 0;
    if (ended < Math.max(LEAST, most)) {
      return;
    }
    if (refused > 0) {
      double served = 1 - (double) refused / ended;
      size = Math.max(LEAST, Math.min(size, most) * served);
      changedAt = now;
      refusedAt = now;
    } else if (most + 1 > size) {
      double calm = (now - refusedAt) / NANOS_TO_DOUBLE;
      size += size * Math.max(LEAST_GROWTH, Math.min(MOST_GROWTH, calm * calm));
    }
    most = 0;
    ended = 0;
    refused = 0;
  }
}
