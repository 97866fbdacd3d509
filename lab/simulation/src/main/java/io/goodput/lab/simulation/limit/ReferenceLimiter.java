package io.goodput.lab.simulation.limit;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.time.SecondWindows;
import io.goodput.lab.simulation.SimulatedTime;
import java.util.List;

/**
 * Limits as ScyllaDB's article "Retaining Database Goodput Under Stress with Per-Partition Query
 * Rate Limiting" describes: each node goes by its own counter x, and admits with the probability L
 * / (x ln 2) where x is above 2L.
 */
final class ReferenceLimiter implements NodeLimiter {

  private static final double LN_2 = Math.log(2);

  private final SecondWindows windows;
  private final PartitionCounters counters = new PartitionCounters(8);
  private final double limit;

  ReferenceLimiter(SimulatedTime time, Limit limit) {
    this.windows = new SecondWindows(time);
    this.limit = limit.perSecond();
  }

  @Override
  public boolean admit(double random) {
    int window = windows.current();
    counters.account(window, KEY);
    double count = counters.count(window, KEY);
    return count <= 2 * limit || random < limit / (count * LN_2);
  }

  @Override
  public boolean admitJointly(double random) {
    return admit(random);
  }

  @Override
  public void passOn() {
    // Such a coordinator counts nothing.
  }

  @Override
  public void account() {
    counters.account(windows.current(), KEY);
  }

  @Override
  public List<Report> tick(int replicas) {
    return List.of();
  }

  @Override
  public void take(Report report) {
    // Nodes report nothing.
  }
}
