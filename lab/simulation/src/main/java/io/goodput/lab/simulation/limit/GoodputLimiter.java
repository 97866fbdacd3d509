package io.goodput.lab.simulation.limit;

import io.goodput.core.limit.DemandReport;
import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.limit.ReportSchedule;
import io.goodput.lab.simulation.SimulatedTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Limits with {@link PartitionLimits}. */
final class GoodputLimiter implements NodeLimiter {

  private final PartitionLimits limits;
  private final ReportSchedule<Integer> schedule;
  private final Set<Integer> informed = new HashSet<>();
  private final int node;
  private final Limit limit;

  GoodputLimiter(int node, SimulatedTime time, Limit limit) {
    this.node = node;
    this.limits = new PartitionLimits(time, new PartitionCounters(8));
    this.limit = limit;
    this.schedule = new ReportSchedule<>(new SplittableRandom(node)::nextInt);
    schedule.setClusterNodes(limit.clusterNodes());
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
  public List<Report> tick(int replicas) {
    Map<Integer, List<PartitionDemand>> reports = new HashMap<>();
    informed.forEach(other -> reports.put(other, List.of()));
    for (PartitionDemand demand : limits.tick()) {
      for (int replica = 0; replica < replicas; replica++) {
        if (replica != node) {
          reports.put(
              replica, List.of(new PartitionDemand(demand.key(), limit, demand.perSecond(), 0)));
        }
      }
    }
    for (Object reporter : limits.reporters()) {
      if ((int) reporter >= replicas) {
        reports.put((int) reporter, limits.relayed(reporter));
      }
    }
    int wanted = schedule.wantedInterval();
    List<Report> sent = new ArrayList<>();
    schedule
        .next(reports.keySet())
        .forEach(
            (to, interval) -> {
              List<PartitionDemand> demands = reports.getOrDefault(to, List.of());
              boolean wasInformed = informed.remove(to);
              if (!demands.isEmpty()) {
                informed.add(to);
              }
              if (wasInformed || !demands.isEmpty()) {
                sent.add(new Report(node, to, interval, wanted, demands));
              }
            });
    return sent;
  }

  @Override
  public void take(Report report) {
    schedule.heard(report.from(), report.wanted());
    limits.take(new DemandReport(report.from(), report.interval(), report.demands()));
  }
}
