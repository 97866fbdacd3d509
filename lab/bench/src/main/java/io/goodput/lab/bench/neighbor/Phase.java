package io.goodput.lab.bench.neighbor;

import io.goodput.lab.bench.report.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The parts of a round with one neighbor. In the last four, reads and neighbor share the nodes. */
enum Phase {
  READS_ALONE,
  NEIGHBOR_ALONE,
  STOCK,
  /** Stock with Cassandra's own settings against overload. */
  STOCK_BEST,
  /** Goodput with equal shares, which is what roles have if no one says otherwise. */
  EQUAL_SHARES,
  /** Goodput with a service level that has a tenth of the shares. */
  UNEQUAL_SHARES;

  /** The phases that compare designs. */
  static final List<Phase> SHARED = List.of(STOCK, STOCK_BEST, EQUAL_SHARES, UNEQUAL_SHARES);

  boolean hasFairShares() {
    return this == EQUAL_SHARES || this == UNEQUAL_SHARES;
  }

  boolean hasReads() {
    return this != NEIGHBOR_ALONE;
  }

  boolean hasNeighbor() {
    return this != READS_ALONE;
  }

  int seconds(PhaseLengths lengths) {
    return SHARED.contains(this) ? lengths.shared() : lengths.alone();
  }

  /** The design that shares the nodes, as the JSON document names it. */
  String design() {
    return hasFairShares() ? "goodput" : Text.name(this);
  }

  /** The phases in the order of a round, counted from 1: those that compare designs rotate. */
  static List<Phase> order(int round) {
    List<Phase> designs = new ArrayList<>(SHARED);
    Collections.rotate(designs, 1 - round);
    List<Phase> order = new ArrayList<>(List.of(READS_ALONE, NEIGHBOR_ALONE));
    order.addAll(designs);
    return order;
  }
}
