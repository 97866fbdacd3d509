package io.goodput.lab.simulation.yield;

import io.goodput.core.yield.DebtGuard;
import io.goodput.core.yield.Strain;
import io.goodput.core.yield.YieldingShare;
import java.util.SplittableRandom;

/**
 * A node, second by second: requests wait when they and compaction together need more than nine
 * tenths of it.
 */
public final class YieldSimulation {

  /** How fast compaction runs. */
  public enum Policy {
    /** As the operator has set it. */
    STOCK,
    /** Always a quarter of that. */
    QUARTER,
    /** As {@link YieldingShare} decides. */
    YIELDING
  }

  private static final double ENOUGH = 0.9;
  private static final double NOISE = 0.03;
  private static final double BURST = 0.5;
  private static final int BURST_SECONDS = 60;
  private static final int DAY = 86_400;
  private static final int HOUR = 3_600;
  private static final double QUARTER = 0.25;

  private final YieldScenario scenario;
  private final Policy policy;
  private final SplittableRandom random;
  private final YieldingShare yielding = new YieldingShare();
  private final DebtGuard guard;

  /** Seconds of compaction at the set rate. */
  private double debt;

  private int burstUntil;

  private YieldSimulation(YieldScenario scenario, Policy policy, long seed) {
    this.scenario = scenario;
    this.policy = policy;
    this.random = new SplittableRandom(seed);
    this.guard = new DebtGuard(scenario.boundHours() * HOUR, 1.0 / 16);
  }

  /** Runs the scenario to its end. */
  public static YieldOutcome run(YieldScenario scenario, Policy policy, long seed) {
    return new YieldSimulation(scenario, policy, seed).run();
  }

  private YieldOutcome run() {
    int waiting = 0;
    int waitingAlone = 0;
    int changes = 0;
    double highest = 0;
    double share = policy == Policy.QUARTER ? QUARTER : 1;
    for (int second = 0; second < scenario.days() * DAY; second++) {
      double load = load(second);
      debt += load * scenario.debtPerLoad();
      boolean works = debt >= share;
      double used = load + (works ? share * scenario.compactionLoad() : 0);
      debt -= works ? share : 0;
      highest = Math.max(highest, debt / guard.bound());
      waiting += used > ENOUGH ? 1 : 0;
      waitingAlone += load > ENOUGH ? 1 : 0;
      if (policy == Policy.YIELDING) {
        double before = share;
        share = yielding.next(new Strain(used > ENOUGH, load), works, guard.leastShare(debt));
        changes += share != before ? 1 : 0;
      }
    }
    return new YieldOutcome(waiting, waitingAlone, changes, highest, debt / guard.bound());
  }

  private double load(int second) {
    double swing = (1 - Math.cos(2 * Math.PI * second / DAY)) / 2;
    double usual = scenario.lowest() + (scenario.highest() - scenario.lowest()) * swing;
    if (random.nextDouble() < (double) scenario.burstsPerDay() / DAY) {
      burstUntil = second + BURST_SECONDS;
    }
    double noise = NOISE * (2 * random.nextDouble() - 1);
    return Math.max(0, usual + noise + (second < burstUntil ? BURST : 0));
  }
}
