package io.goodput.core.heat;

/**
 * The share of the reads that one replica was to have lately, and the one that it had: an average
 * with a half-life of some seconds.
 *
 * <p>One thread adds; any thread reads.
 */
public final class ShareMeter {

  private static final double KEPT_A_SECOND = Math.pow(0.5, 1 / 3.0);

  private static final Sums NONE = new Sums(0, 0, 0);

  private volatile Sums sums = NONE;

  /** Without reads so far. */
  public ShareMeter() {}

  /**
   * Adds what came in a second.
   *
   * @param reads that the replica could have taken part in
   * @param wanted reads that it was to take part in
   * @param given reads that it did take part in
   */
  public void addSecond(double reads, double wanted, double given) {
    Sums last = sums;
    sums =
        new Sums(
            last.reads * KEPT_A_SECOND + reads,
            last.wanted * KEPT_A_SECOND + wanted,
            last.given * KEPT_A_SECOND + given);
  }

  /** Reads a second that the replica could have taken part in. */
  public double readsPerSecond() {
    return sums.reads * (1 - KEPT_A_SECOND);
  }

  /** The part of them that it was to take part in, 0 to 1; NaN without reads. */
  public double wanted() {
    Sums latest = sums;
    return latest.wanted / latest.reads;
  }

  /** The part of them that it did take part in, 0 to 1; NaN without reads. */
  public double given() {
    Sums latest = sums;
    return latest.given / latest.reads;
  }

  private record Sums(double reads, double wanted, double given) {}
}
