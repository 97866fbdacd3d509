package io.goodput.core.heat;

/**
 * How the reads of partitions with the same replicas are shared between these replicas.
 *
 * <p>Over all coordinators, each replica takes part in such a share of the reads that all replicas
 * have the same number of cache misses per second, and each coordinator keeps as many reads to
 * itself as that allows. A coordinator that is no replica draws from the overall shares, which
 * leaves these as they are, whatever its part in the load.
 *
 * <p>All nodes that list the replicas in the same order and know the same figures work out the same
 * shares. Immutable. Drawing takes no lock and allocates nothing.
 */
public final class ReadShares {

  /** Replicas are drawn as the bits of an int. */
  public static final int MAX_REPLICAS = 32;

  private final int contacted;
  private final double[] targets;
  private final double[][] probabilities;

  /** Cumulative probabilities of each coordinator; last, those of one that is no replica. */
  private final double[][] cumulated;

  private ReadShares(int contacted, double[] targets, double[][] probabilities) {
    this.contacted = contacted;
    this.targets = targets;
    this.probabilities = probabilities;
    this.cumulated = new double[targets.length + 1][];
    for (int i = 0; i < targets.length; i++) {
      cumulated[i] = SystematicSample.cumulated(probabilities[i]);
    }
    cumulated[targets.length] = SystematicSample.cumulated(targets);
  }

  /**
   * Works out the shares.
   *
   * @param hitRates hit rates of the replicas' caches, 0 to 1; NaN and negative rates count as 0
   * @param coordinatedReads reads per second that each replica coordinates; anything but a
   *     positive, finite number counts as 0, and the shares are equal if all are 0
   * @param contacted how many replicas take part in a read; 1 to the number of replicas
   * @param deadBand how far a miss ratio may be above the best one, as a fraction of it, and still
   *     count as equal; 0 or more
   * @throws IllegalArgumentException if there are no replicas or more than {@link #MAX_REPLICAS},
   *     if the arrays differ in length, or if {@code contacted} is out of its range
   */
  public static ReadShares of(
      double[] hitRates, double[] coordinatedReads, int contacted, double deadBand) {
    int replicas = hitRates.length;
    if (replicas < 1 || replicas > MAX_REPLICAS) {
      throw new IllegalArgumentException("1 to " + MAX_REPLICAS + " replicas, not " + replicas);
    }
    if (coordinatedReads.length != replicas) {
      throw new IllegalArgumentException(
          coordinatedReads.length + " rates of coordinators for " + replicas + " replicas");
    }
    if (contacted < 1 || contacted > replicas) {
      throw new IllegalArgumentException(contacted + " of " + replicas + " replicas to contact");
    }
    double[] targets = TargetShares.of(MissRatios.of(hitRates, deadBand), contacted);
    double[] coordinatorShares = CoordinatorShares.of(coordinatedReads);
    double[][] flows = Flows.of(targets, coordinatorShares);
    for (int i = 0; i < replicas; i++) {
      for (int j = 0; j < replicas; j++) {
        flows[i][j] =
            coordinatorShares[i] == 0
                ? targets[j]
                : Math.max(0, Math.min(1, flows[i][j] / coordinatorShares[i]));
      }
    }
    return new ReadShares(contacted, targets, flows);
  }

  /** The number of replicas. */
  int replicas() {
    return targets.length;
  }

  /** How many replicas take part in a read. */
  int contacted() {
    return contacted;
  }

  /** The share of all reads that a replica takes part in, 0 to 1. */
  public double target(int replica) {
    return targets[replica];
  }

  /** The probability that a replica takes part in a read of a coordinating replica, 0 to 1. */
  double probability(int coordinator, int replica) {
    return probabilities[coordinator][replica];
  }

  /**
   * Draws the replicas of a read that a replica coordinates.
   *
   * @param coordinator the number of the coordinating replica
   * @param random uniform in [0, 1)
   * @return as many distinct replicas as take part in a read, as bits; replica 0 is the lowest
   */
  public int draw(int coordinator, double random) {
    return SystematicSample.draw(cumulated[coordinator], contacted, random);
  }

  /**
   * Draws the replicas of a read whose coordinator is no replica.
   *
   * @param random uniform in [0, 1)
   * @return as many distinct replicas as take part in a read, as bits; replica 0 is the lowest
   */
  public int drawElsewhere(double random) {
    return SystematicSample.draw(cumulated[targets.length], contacted, random);
  }
}
