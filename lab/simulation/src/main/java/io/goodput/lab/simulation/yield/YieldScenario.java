package io.goodput.lab.simulation.yield;

/**
 * The requests of a node over days, and the compaction that they cause. Loads are shares of the
 * node.
 *
 * @param days how long, in days
 * @param lowest load of requests in the night
 * @param highest load of requests at noon
 * @param compactionLoad load of compaction at the rate that the operator has set
 * @param debtPerLoad compaction that requests cause, as a share of what the set rate takes in the
 *     same time, at a load of 1
 * @param boundHours bound of the debt, in hours of compaction at the set rate
 * @param burstsPerDay bursts of a minute, which add half of the node
 */
public record YieldScenario(
    int days,
    double lowest,
    double highest,
    double compactionLoad,
    double debtPerLoad,
    double boundHours,
    int burstsPerDay) {

  /** A node with time for both. */
  public static final YieldScenario CALM = new YieldScenario(1, 0.1, 0.45, 0.4, 0.5, 4, 0);

  /** At noon, requests leave less than compaction takes. */
  public static final YieldScenario BUSY = new YieldScenario(1, 0.1, 0.75, 0.4, 0.5, 4, 0);

  /** Requests leave enough, except in bursts. */
  public static final YieldScenario BURSTS = new YieldScenario(1, 0.1, 0.6, 0.4, 0.5, 4, 40);

  /** Requests alone are too much for some hours of each day of a week. */
  public static final YieldScenario WEEK = new YieldScenario(7, 0.2, 0.95, 0.4, 0.9, 2, 10);
}
