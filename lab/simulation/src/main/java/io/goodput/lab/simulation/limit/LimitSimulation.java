package io.goodput.lab.simulation.limit;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.Nanos;
import io.goodput.lab.simulation.SimulatedTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  /** Reports by second and node. */
  private final int[][] sent;

  private final int[][] received;
  private int turn;

  private LimitSimulation(LimitScenario scenario, Policy policy) {
    this.scenario = scenario;
    this.random = new SplittableRandom(scenario.seed());
    this.nextTick = new long[scenario.nodes()];
    Limit limit = Limit.of(scenario.limit(), scenario.replicationFactor(), scenario.nodes());
    int seconds = seconds(scenario);
    this.sent = new int[seconds][scenario.nodes()];
    this.received = new int[seconds][scenario.nodes()];
    for (int node = 0; node < scenario.nodes(); node++) {
      SimulatedTime clock =
          new SimulatedTime(node * scenario.conditions().clockSkewMillis() * Nanos.PER_MILLI);
      clocks.add(clock);
      nodes.add(
          policy == Policy.GOODPUT
              ? new GoodputLimiter(node, clock, limit)
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
    int seconds = seconds(scenario);
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
    return new LimitOutcome(offered, admitted, mostOf(sent), mostOf(received));
  }

  private static int seconds(LimitScenario scenario) {
    return scenario.load().stream().mapToInt(LimitScenario.Phase::seconds).sum();
  }

  private static int[] mostOf(int[][] bySecondAndNode) {
    return Stream.of(bySecondAndNode)
        .mapToInt(nodes -> IntStream.of(nodes).max().orElse(0))
        .toArray();
  }

  private double interval(LimitScenario.Phase phase) {
    return -Math.log(1 - random.nextDouble()) / phase.perSecond();
  }

  private void advanceTo(long nanos) {
    for (int node = 0; node < nodes.size(); node++) {
      while (nextTick[node] <= nanos) {
        clocks.get(node).set(nextTick[node]);
        int second = (int) (nextTick[node] / Nanos.PER_SECOND);
        for (NodeLimiter.Report report : nodes.get(node).tick(scenario.replicationFactor())) {
          sent[second][node]++;
          if (random.nextDouble() >= scenario.conditions().messageLoss()) {
            received[second][report.to()]++;
            nodes.get(report.to()).take(report);
          }
        }
        nextTick[node] += PartitionLimits.TICK_NANOS;
      }
    }
    clocks.forEach(clock -> clock.set(nanos));
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
