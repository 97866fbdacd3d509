package io.goodput.core.fair;

/**
 * Weighted max-min fair shares: each demand gets {@code min(demand, level * weight)}, with one
 * level for all. No share can grow without making a smaller one smaller, and nothing is left over
 * while a demand is not met.
 *
 * <p>Source: Bertsekas and Gallager, "Data Networks", 2nd edition, 1992, section 6.5.2.
 */
final class MaxMin {

  private MaxMin() {}

  /**
   * The level at which the shares add up to the room. If the demands leave room, the level is such
   * that the largest demand per weight may also have what is left.
   *
   * @param demands not negative
   * @param weights positive, as many as demands
   * @param count how many of them to look at
   * @param room to share, not negative
   * @return not negative; the room if there is no demand
   */
  static double level(double[] demands, int[] weights, int count, double room) {
    double left = room;
    long weight = 0;
    for (int i = 0; i < count; i++) {
      weight += weights[i];
    }
    double largest = 0;
    int ofLargest = 1;
    // Each round meets the demands below the level, so there are at most as many as demands.
    boolean[] met = new boolean[count];
    boolean isLevel = false;
    while (!isLevel && weight > 0) {
      double level = left / weight;
      isLevel = true;
      for (int i = 0; i < count; i++) {
        if (!met[i] && demands[i] <= level * weights[i]) {
          met[i] = true;
          isLevel = false;
          left -= demands[i];
          weight -= weights[i];
          double each = demands[i] / weights[i];
          if (each >= largest) {
            largest = each;
            ofLargest = weights[i];
          }
        }
      }
    }
    return weight > 0 ? left / weight : largest + Math.max(0, left) / ofLargest;
  }
}
