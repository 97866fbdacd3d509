package io.goodput.lab.bench.neighbor;

import io.goodput.lab.bench.neighbor.NoisyNeighbor.PhaseLengths;
import io.goodput.lab.bench.report.Rounds;
import java.util.ArrayList;
import java.util.List;

/** The parts of a round with one neighbor. In the last four, reads and neighbor share the nodes. */
enum Phase {
  READS_ALONE,
  NEIGHBOR_ALONE,
  STOCK,
  /** Stock with Cassandra's own settings against overload. */
  TUNED,
  /** Goodput with equal shares, the default of roles. */
  EQUAL_SHARES,
  /** Goodput with a service level that has a tenth of the shares. */
  UNEQUAL_SHARES;

  /** The phases that compare arms. */
  static final List<Phase> SHARED = List.of(STOCK, TUNED, EQUAL_SHARES, UNEQUAL_SHARES);

  boolean hasFairShares() {
    return this == EQUAL_SHARES || this == UNEQUAL_SHARES;
  }

  int seconds(PhaseLengths lengths) {
    return SHARED.contains(this) ? lengths.shared() : lengths.alone();
  }

  /** The phases in the order of a round, counted from 1: those that compare arms rotate. */
  static List<Phase> order(int round) {
    List<Phase> order = new ArrayList<>(List.of(READS_ALONE, NEIGHBOR_ALONE));
    order.addAll(Rounds.order(SHARED, round));
    return order;
  }
}
