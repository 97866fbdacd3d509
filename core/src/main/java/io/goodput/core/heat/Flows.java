package io.goodput.core.heat;

/**
 * The fraction of all reads that each coordinator sends to each replica, with as much as possible
 * staying on the coordinator itself.
 *
 * <p>If every coordinator chose replicas by the target shares, each replica would get its share.
 * Starting there, pairs of coordinators swap: coordinator i takes over reads of its own replica
 * from coordinator l, and gives l as many reads of replica j in return. A swap changes neither what
 * a coordinator sends in all nor what a replica gets in all. After one pass over all swaps, no
 * coordinator can keep more to itself: {@code docs/heat-weighted-reads/how-it-works.md} has the
 * proof.
 */
final class Flows {

  private Flows() {}

  /**
   * Works out the flows.
   *
   * @param targets target shares of the replicas, each in [0, 1]; their sum is k, the number of
   *     replicas contacted
   * @param coordinatorShares shares of the replicas as coordinators; their sum is 1
   * @return {@code f[i][j]}, the flow from coordinator i to replica j: at least 0 and at most i's
   *     share. Row i sums to k times i's share, column j sums to j's target, and {@code f[i][i]} is
   *     the smaller of i's share and i's target
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
