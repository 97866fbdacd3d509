package io.goodput.core.simulation;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.SecondWindows;
import java.util.List;

/** How one node decides. */
interface Rule {

  long KEY = 4711;

  /** As a coordinator that is a replica. */
  boolean admit(double random);

  /** As a replica asked by a coordinator that is none. */
  boolean admitJointly(double random);

  /** As a coordinator that is no replica. */
  void passOn();

  /** As a replica, of an operation that its coordinator has admitted. */
  void account();

  /** What to tell the replicas now. */
  List<PartitionDemand> tick();

  /** What another node tells. */
  void report(int node, double perSecond);

  /** Goodput's. */
  final class Shared implements Rule {

    private final PartitionLimits limits;
    private final Limit limit;

    Shared(SimulatedTime time, Limit limit) {
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
    public void report(int node, double perSecond) {
      limits.report(KEY, limit, node, perSecond);
    }
  }

  /**
   * That of the reference: every node by its own counter, with probability L / (x ln 2) above 2L.
   */
  final class Reference implements Rule {

    private static final double LN_2 = Math.log(2);

    private final SecondWindows windows;
    private final PartitionCounters counters = new PartitionCounters(8);
    private final double limit;

    Reference(SimulatedTime time, Limit limit) {
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
      // Its coordinator asks nobody and counts nothing.
    }

    @Override
    public void account() {
      counters.account(windows.current(), KEY);
    }

    @Override
    public List<PartitionDemand> tick() {
      return List.of();
    }

    @Override
    public void report(int node, double perSecond) {
      // It has no such message.
    }
  }
}
