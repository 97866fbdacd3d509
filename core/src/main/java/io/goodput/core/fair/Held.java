package io.goodput.core.fair;

/**
 * What a tenant or a class that is held back has.
 *
 * @param inFlight requests in flight
 * @param share requests that it may have in flight, at least 1; {@link Integer#MAX_VALUE} if it is
 *     not held back
 */
public record Held(int inFlight, int share) {

  /** Whether it is held back. */
  public boolean isBack() {
    return share < Integer.MAX_VALUE;
  }
}
