package io.goodput.core.heat;

/**
 * The share of the reads that a replica should have had recently, and the share that it had: moving
 * averages with a half-life of three seconds.
 *
 * <p>One thread adds; any thread reads.
 */
public final class ShareMeter {

  private static final double KEPT_PER_SECOND = Math.pow(0.5, 1 / 3.0);

  private static final Sums NONE = new Sums(0, 0, 0);

  private volatile Sums sums = NONE;

  /** No reads so far. */
  public ShareMeter() {}

  /**
   * Adds the reads of one second.
   *
   * @param reads reads that the replica could have taken part in
   * @param wanted reads that it should have taken part in
   * @param given reads that it did take part in
   */
  public void addSecond(double reads, double wanted, double given) {
    Sums last = sums;
    sums =
        new Sums(
            last.reads * KEPT_PER_SECOND + reads,
            last.wanted * KEPT_PER_SECOND + wanted,
            last.given * KEPT_PER_SECOND + given);
  }

  /** Reads per second that the replica could have taken part in. */
  public double readsPerSecond() {
    return sums.reads * (1 - KEPT_PER_SECOND);
  }

  /** The share of them that it should have taken part in, 0 to 1; NaN without reads. */
  public double wanted() {
    Sums latest = sums;
    return latest.wanted / latest.reads;
  }

  /** The share of them that it did take part in, 0 to 1; NaN without reads. */
  public double given() {
    Sums latest = sums;
    return latest.given / latest.reads;
  }

  private record Sums(double reads, double wanted, double given) {}
}
