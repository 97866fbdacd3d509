package io.goodput.core.simulation;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How many operations on one partition a cluster admits.
 *
 * <p>Requests arrive at random moments (a Poisson process) and take no time; messages between nodes
 * arrive a tick after they were sent, or get lost.
 */
public final class LimitSimulation {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int STEP_EVERY_SECONDS = 5;

  private final Scenario scenario;
  private final SplittableRandom random;
  private final List<SimulatedTime> clocks = new ArrayList<>();
  private final List<Rule> nodes = new ArrayList<>();
  private final long[] nextTick;
  private int turn;

  /** The rules that can be compared. */
  public enum RuleOf {
    GOODPUT,
    REFERENCE
  }

  /**
   * What happened, second by second.
   *
   * @param offered operations that clients asked for
   * @param admitted operations that were not refused
   */
  @SuppressWarnings("ArrayRecordComponent") // read and thrown away, never compared
  public record Result(long[] offered, long[] admitted) {}

  private LimitSimulation(Scenario scenario, RuleOf rule) {
    this.scenario = scenario;
    this.random = new SplittableRandom(scenario.seed());
    this.nextTick = new long[scenario.nodes()];
    Limit limit = Limit.of(scenario.limit(), scenario.replicationFactor());
    for (int node = 0; node < scenario.nodes(); node++) {
      SimulatedTime clock =
          new SimulatedTime(node * scenario.conditions().clockSkewMillis() * 1_000_000L);
      clocks.add(clock);
      nodes.add(
          rule == RuleOf.GOODPUT
              ? new Rule.Shared(clock, limit)
              : new Rule.Reference(clock, limit));
      nextTick[node] = random.nextLong(PartitionLimits.TICK_NANOS);
    }
  }

  /** Operations admitted in each second, by Goodput's rule. */
  public static long[] goodput(Scenario scenario) {
    return run(scenario, RuleOf.GOODPUT).admitted();
  }

  /** Operations admitted in each second, by the reference's rule. */
  public static long[] reference(Scenario scenario) {
    return run(scenario, RuleOf.REFERENCE).admitted();
  }

  /** Runs the scenario to its end. */
  public static Result run(Scenario scenario, RuleOf rule) {
    return new LimitSimulation(scenario, rule).run();
  }

  private Result run() {
    int seconds = scenario.load().stream().mapToInt(Scenario.Phase::seconds).sum();
    long[] offered = new long[seconds];
    long[] admitted = new long[seconds];
    double now = 0;
    double end = 0;
    int stepped = 0;
    for (Scenario.Phase phase : scenario.load()) {
      end += phase.seconds();
      double next = now + interval(phase);
      while (next < end) {
        now = next;
        if ((int) now / STEP_EVERY_SECONDS > stepped) {
          stepped++;
          long step = scenario.conditions().clockStepMillis() * 1_000_000L;
          clocks.get(0).stepWall(stepped % 2 == 1 ? step : -step);
        }
        advanceTo((long) (now * NANOS_PER_SECOND));
        offered[(int) now]++;
        if (request(coordinator(phase))) {
          admitted[(int) now]++;
        }
        next = now + interval(phase);
      }
      now = end;
    }
    return new Result(offered, admitted);
  }

  private double interval(Scenario.Phase phase) {
    return -Math.log(1 - random.nextDouble()) / phase.perSecond();
  }

  private void advanceTo(long nanos) {
    for (int node = 0; node < nodes.size(); node++) {
      while (nextTick[node] <= nanos) {
        clocks.get(node).set(nextTick[node]);
        for (PartitionDemand demand : nodes.get(node).tick()) {
          tellReplicas(node, demand);
        }
        nextTick[node] += PartitionLimits.TICK_NANOS;
      }
    }
    clocks.forEach(clock -> clock.set(nanos));
  }

  private void tellReplicas(int sender, PartitionDemand demand) {
    for (int replica = 0; replica < scenario.replicationFactor(); replica++) {
      if (replica != sender && random.nextDouble() >= scenario.conditions().messageLoss()) {
        nodes.get(replica).report(sender, demand.perSecond());
      }
    }
  }

  private int coordinator(Scenario.Phase phase) {
    int choices =
        scenario.routing() == Scenario.Routing.TOKEN_AWARE
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
    nodes.get(coordinator).passOn();
    boolean admitted = true;
    for (int replica : contacted(coordinator)) {
      admitted &= nodes.get(replica).admitJointly(number);
    }
    return admitted;
  }

  /** The coordinator itself if it is a replica, and others, to the number that is contacted. */
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
