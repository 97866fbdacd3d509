package io.goodput.simulation.limit;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.simulation.SimulatedTime;
import java.util.List;

/** Limits with {@link PartitionLimits}. */
final class GoodputLimiter implements NodeLimiter {

  private final PartitionLimits limits;
  private final Limit limit;

  GoodputLimiter(SimulatedTime time, Limit limit) {
    this.limits = new PartitionLimits(time, new PartitionCounters(8));
    this.limit = limit;
  }

  @Override
  public boolean admit(double random) {
    return limits.admit(limits.now(), KEY, limit, random);
  }

  @Override
  public boolean admitJointly(double random) {
    return limits.admitJointly(limits.now(), KEY, limit, random);
  }

  @Override
  public void passOn() {
    limits.passOn(limits.now(), KEY, limit);
  }

  @Override
  public void account() {
    limits.account(limits.now(), KEY);
  }

  @Override
  public List<PartitionDemand> tick() {
    return limits.tick();
  }

  @Override
  public void report(int node, double perSecond, double others) {
    limits.report(KEY, limit, node, perSecond, others);
  }
}
