package io.goodput.core.heat;

/**
 * Which part of all reads goes from which coordinator to which replica, with as much as possible
 * staying where it is.
 *
 * <p>If every coordinator chose from the target shares, each replica would get its share. From
 * there on, pairs of coordinators swap: coordinator i takes over a read of its own replica from
 * coordinator l, and gives l one of replica j in return. What a coordinator sends and what a
 * replica gets stay as they are, and one pass over all swaps leaves no coordinator that could keep
 * more to itself: {@code docs/heat-weighted-reads.md} has the proof.
 */
final class Flows {

  private Flows() {}

  /**
   * The flows.
   *
   * @param targets of the replicas, each in [0, 1]; their sum is the number k of replicas contacted
   * @param coordinatorShares the replicas' shares as coordinators; their sum is 1
   * @return {@code f[i][j]} from coordinator i to replica j: at least 0 and at most i's share; row
   *     i sums to k times i's share, column j to j's target, and {@code f[i][i]} is the smaller of
   *     i's share and i's target
   */
  static double[][] of(double[] targets, double[] coordinatorShares) {
    int replicas = targets.length;
    double[][] flows = new double[replicas][replicas];
    for (int i = 0; i < replicas; i++) {
      for (int j = 0; j < replicas; j++) {
        flows[i][j] = coordinatorShares[i] * targets[j];
      }
    }
    for (int i = 0; i < replicas; i++) {
      for (int l = 0; l < replicas; l++) {
        for (int j = 0; j < replicas; j++) {
          if (l != i && j != i) {
            swap(flows, coordinatorShares, i, l, j);
          }
        }
      }
    }
    return flows;
  }

  private static void swap(double[][] flows, double[] coordinatorShares, int i, int l, int j) {
    double given = Math.min(flows[i][j], coordinatorShares[l] - flows[l][j]);
    double taken = Math.min(flows[l][i], coordinatorShares[i] - flows[i][i]);
    double swapped = Math.min(given, taken);
    if (swapped > 0) {
      flows[i][i] += swapped;
      flows[i][j] -= swapped;
      flows[l][i] -= swapped;
      flows[l][j] += swapped;
    }
  }
}
