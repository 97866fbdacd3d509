package io.goodput.core.fair;

import java.util.Arrays;

/** What each competitor on one level may have in flight. */
final class Bounds {

  private final int[] shares;
  private final int[] most;
  private final float[] kept;

  /** No bounds. */
  Bounds(int number) {
    this.shares = new int[number];
    this.most = new int[number];
    this.kept = new float[number];
    Arrays.fill(shares, Integer.MAX_VALUE);
    Arrays.fill(most, Integer.MAX_VALUE);
    Arrays.fill(kept, 1);
  }

  /**
   * Holds a competitor back. Not after other threads see this object.
   *
   * @param share of the room, in requests in flight
   * @param inFlight requests in flight at most
   * @param part of its requests that is kept while the room is full, from 0 to 1
   */
  void hold(int number, int share, int inFlight, double part) {
    shares[number] = share;
    most[number] = inFlight;
    kept[number] = (float) part;
  }

  /** The share of the room, in requests in flight; the largest integer if it is not held back. */
  int share(int number) {
    return shares[number];
  }

  /** Requests in flight at most. */
  int most(int number) {
    return most[number];
  }

  /**
   * Whether to keep a request that has drawn a random number from 0 to below 1, while the room is
   * full.
   */
  boolean keep(int number, double random) {
    return random < kept[number];
  }
}
