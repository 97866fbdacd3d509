package io.goodput.core.fair;

/** What each contender on one level may have in flight while the room is full. */
final class Bounds {

  private final int[] most;
  private final float[] kept;

  /** Bounds that refuse everything until they are set. */
  Bounds(int number) {
    this.most = new int[number];
    this.kept = new float[number];
  }

  /**
   * Sets the bound of a contender, before other threads see this object.
   *
   * @param inFlight requests in flight at most
   * @param part of its requests that is kept, from 0 to 1
   */
  void set(int number, int inFlight, double part) {
    most[number] = inFlight;
    kept[number] = (float) part;
  }

  /** Requests in flight at most. */
  int most(int number) {
    return most[number];
  }

  /** Whether to keep a request that has drawn a random number from 0 to below 1. */
  boolean keep(int number, double random) {
    return random < kept[number];
  }
}
