package io.goodput.core.heat;

/**
 * How the reads of partitions that have the same replicas are spread over these.
 *
 * <p>Over all coordinators each replica takes part in that share of the reads which gives all of
 * them the same number of cache misses a second, and each coordinator keeps as much to itself as
 * that allows. A coordinator that is no replica chooses from the overall shares, which leaves them
 * as they are whatever its part in the load.
 *
 * <p>All nodes that list the replicas in the same order and know the same figures work out the same
 * shares. Immutable; made once and kept until the figures change. Drawing takes no lock and
 * allocates nothing.
 */
public final class ReadShares {

  /** Replicas are drawn as the bits of an int. */
  public static final int MAX_REPLICAS = 32;

  private final int contacted;
  private final double[] targets;
  private final double[][] probabilities;

  /** For each coordinator its cumulated probabilities; last, those of one that is no replica. */
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
   * @param hitRates of the replicas' caches, 0 to 1; NaN and what is below 0 count as 0: cold
   * @param coordinatedReads reads a second that each replica coordinates; what is not a positive
   *     number counts as none, and equal shares are taken if there are none at all
   * @param contacted replicas that take part in a read; 1 to the number of replicas
   * @param deadBand by which part of the best miss ratio one may exceed it and still count as equal
   * @throws IllegalArgumentException if there are no replicas or more than {@link #MAX_REPLICAS},
   *     if there is not one figure of each kind for each, or for another number to contact
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
  public int replicas() {
    return targets.length;
  }

  /** The number of replicas that take part in a read. */
  public int contacted() {
    return contacted;
  }

  /** The part of all reads that a replica takes part in, 0 to 1. */
  public double target(int replica) {
    return targets[replica];
  }

  /** With what probability a replica takes part in a read that another one coordinates, 0 to 1. */
  public double probability(int coordinator, int replica) {
    return probabilities[coordinator][replica];
  }

  /**
   * Draws the replicas of one read that a replica coordinates.
   *
   * @param coordinator the number of the replica
   * @param random uniform in [0, 1)
   * @return {@link #contacted} distinct replicas, as bits; replica 0 is the lowest
   */
  public int draw(int coordinator, double random) {
    return SystematicSample.draw(cumulated[coordinator], contacted, random);
  }

  /**
   * Draws the replicas of one read whose coordinator is no replica.
   *
   * @param random uniform in [0, 1)
   * @return {@link #contacted} distinct replicas, as bits; replica 0 is the lowest
   */
  public int drawElsewhere(double random) {
    return SystematicSample.draw(cumulated[targets.length], contacted, random);
  }
}
