package io.goodput.simulation.limit;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.Nanos;
import io.goodput.simulation.SimulatedTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Simulates how many operations on one partition a cluster admits.
 *
 * <p>Requests arrive at random moments (a Poisson process) and take no time. A report between nodes
 * takes effect at the receiver's next tick, or gets lost.
 */
public final class LimitSimulation {

  /** How nodes decide. */
  public enum Policy {
    /** {@link PartitionLimits}. */
    GOODPUT,
    /** Each node by its own counter, as in ScyllaDB's article on per-partition rate limits. */
    REFERENCE
  }

  private static final int STEP_EVERY_SECONDS = 5;

  private final LimitScenario scenario;
  private final SplittableRandom random;
  private final List<SimulatedTime> clocks = new ArrayList<>();
  private final List<NodeLimiter> nodes = new ArrayList<>();
  private final long[] nextTick;
  private int turn;

  private LimitSimulation(LimitScenario scenario, Policy policy) {
    this.scenario = scenario;
    this.random = new SplittableRandom(scenario.seed());
    this.nextTick = new long[scenario.nodes()];
    Limit limit = Limit.of(scenario.limit(), scenario.replicationFactor());
    for (int node = 0; node < scenario.nodes(); node++) {
      SimulatedTime clock =
          new SimulatedTime(node * scenario.conditions().clockSkewMillis() * Nanos.PER_MILLI);
      clocks.add(clock);
      nodes.add(
          policy == Policy.GOODPUT
              ? new GoodputLimiter(clock, limit)
              : new ReferenceLimiter(clock, limit));
      nextTick[node] = random.nextLong(PartitionLimits.TICK_NANOS);
    }
  }

  /** Operations admitted in each second with {@link Policy#GOODPUT}. */
  public static long[] goodput(LimitScenario scenario) {
    return run(scenario, Policy.GOODPUT).admitted();
  }

  /** Operations admitted in each second with {@link Policy#REFERENCE}. */
  public static long[] reference(LimitScenario scenario) {
    return run(scenario, Policy.REFERENCE).admitted();
  }

  /** Runs the scenario to its end. */
  public static LimitOutcome run(LimitScenario scenario, Policy policy) {
    return new LimitSimulation(scenario, policy).run();
  }

  private LimitOutcome run() {
    int seconds = scenario.load().stream().mapToInt(LimitScenario.Phase::seconds).sum();
    long[] offered = new long[seconds];
    long[] admitted = new long[seconds];
    double now = 0;
    double end = 0;
    int stepped = 0;
    for (LimitScenario.Phase phase : scenario.load()) {
      end += phase.seconds();
      double next = now + interval(phase);
      while (next < end) {
        now = next;
        if ((int) now / STEP_EVERY_SECONDS > stepped) {
          stepped++;
          long step = scenario.conditions().clockStepMillis() * Nanos.PER_MILLI;
          clocks.get(0).stepWall(stepped % 2 == 1 ? step : -step);
        }
        advanceTo(Nanos.ofSeconds(now));
        offered[(int) now]++;
        if (request(coordinator(phase))) {
          admitted[(int) now]++;
        }
        next = now + interval(phase);
      }
      now = end;
    }
    return new LimitOutcome(offered, admitted);
  }

  private double interval(LimitScenario.Phase phase) {
    return -Math.log(1 - random.nextDouble()) / phase.perSecond();
  }

  private void advanceTo(long nanos) {
    for (int node = 0; node < nodes.size(); node++) {
      while (nextTick[node] <= nanos) {
        clocks.get(node).set(nextTick[node]);
        for (PartitionDemand demand : nodes.get(node).tick()) {
          report(node, demand);
        }
        nextTick[node] += PartitionLimits.TICK_NANOS;
      }
    }
    clocks.forEach(clock -> clock.set(nanos));
  }

  private void report(int sender, PartitionDemand demand) {
    for (int node = 0; node < scenario.nodes(); node++) {
      boolean isReplica = node < scenario.replicationFactor();
      boolean isRecipient =
          demand.reported().containsKey(node) || (isReplica && demand.perSecond() > 0);
      if (isRecipient
          && node != sender
          && random.nextDouble() >= scenario.conditions().messageLoss()) {
        double others = isReplica ? 0 : demand.withoutThatOf(node);
        nodes.get(node).report(sender, demand.perSecond(), others);
      }
    }
  }

  private int coordinator(LimitScenario.Phase phase) {
    int choices =
        scenario.routing() == LimitScenario.Routing.TOKEN_AWARE
            ? scenario.replicationFactor()
            : scenario.nodes();
    return switch (scenario.routing()) {
      case ONE_REPLICA -> phase.downNodes();
      case ONE_OTHER -> scenario.nodes() - 1;
      default -> phase.downNodes() + turn++ % (choices - phase.downNodes());
    };
  }

  private boolean request(int coordinator) {
    double number = random.nextDouble();
    if (coordinator < scenario.replicationFactor()) {
      if (!nodes.get(coordinator).admit(number)) {
        return false;
      }
      for (int replica : contacted(coordinator)) {
        if (replica != coordinator) {
          nodes.get(replica).account();
        }
      }
      return true;
    }
    if (scenario.decision() == LimitScenario.Decision.COORDINATOR) {
      boolean admitted = nodes.get(coordinator).admit(number);
      if (admitted) {
        contacted(coordinator).forEach(replica -> nodes.get(replica).account());
      }
      return admitted;
    }
    nodes.get(coordinator).passOn();
    boolean admitted = true;
    for (int replica : contacted(coordinator)) {
      admitted &= nodes.get(replica).admitJointly(number);
    }
    return admitted;
  }

  /** The coordinator itself if it is a replica, and as many others as are needed. */
  private List<Integer> contacted(int coordinator) {
    List<Integer> replicas = new ArrayList<>();
    if (coordinator < scenario.replicationFactor()) {
      replicas.add(coordinator);
    }
    int first =
        scenario.conditions().unevenReplicas() ? 0 : random.nextInt(scenario.replicationFactor());
    for (int i = 0; replicas.size() < scenario.replicasContacted(); i++) {
      int replica = (first + i) % scenario.replicationFactor();
      if (!replicas.contains(replica)) {
        replicas.add(replica);
      }
    }
    return replicas;
  }
}
