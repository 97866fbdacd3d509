package io.goodput.core.yield;

/**
 * How the requests of a node fared in a second.
 *
 * @param waited whether they had to wait, for processors or the disk
 * @param load how much of the node they used, in any unit that stays the same, 0 or more
 */
public record Strain(boolean waited, double load) {

  /**
   * Checks the load.
   *
   * @throws IllegalArgumentException if it is negative, infinite, or no number
   */
  public Strain {
    if (!(load >= 0 && load < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("A load of %s is not possible.".formatted(load));
    }
  }
}
