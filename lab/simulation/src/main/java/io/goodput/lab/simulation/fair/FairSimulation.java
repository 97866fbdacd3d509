package io.goodput.lab.simulation.fair;

import io.goodput.lab.simulation.Latencies;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Simulates nodes whose tenants and partitions compete for threads, processors, and disks. */
public final class FairSimulation {

  /** Requests per second that the two processors of a node can serve. */
  public static final int PER_NODE = 2000;

  /** How long a closed client waits after a rejection. */
  private static final double REST_MILLIS = 10;

  private static final double STEP_MILLIS = 0.5;
  private static final int TICK_STEPS = 200;
  private static final int WARM_UP_SECONDS = 5;
  private static final double CLIENT_TIMEOUT_MILLIS = 1000;
  private static final double WORK_MILLIS = 1000.0 * Node.PROCESSORS / PER_NODE;
  private static final double COORDINATOR_PART = 0.4;
  private static final int PAUSE_EVERY_MILLIS = 2000;

  private final FairScenario scenario;
  private final boolean tells;
  private final Random random = new Random(20261124);
  private final List<Node> nodes = new ArrayList<>();
  private final Set<Request> underWay = new LinkedHashSet<>();
  private final double[] nextArrivals;
  private final Deque<Flow> idle = new ArrayDeque<>();
  private final Deque<Resting> resting = new ArrayDeque<>();

  private final Latencies judgedLatencies = new Latencies();
  private final Count judged = new Count();
  private final Count neighbor = new Count();
  private double now;

  private FairSimulation(FairScenario scenario, Signal signal) {
    this.scenario = scenario;
    this.tells = signal == Signal.THREADS_OR_PROCESSORS_TOLD;
    for (int i = 0; i < scenario.nodes(); i++) {
      nodes.add(new Node(signal.door()));
    }
    nodes.forEach(node -> node.meet(scenario.nodes() - 1));
    this.nextArrivals = new double[scenario.flows().size()];
    for (Flow flow : scenario.flows()) {
      for (int i = 0; flow.isClosed() && i < flow.load(); i++) {
        idle.add(flow);
      }
    }
  }

  /** Runs the scenario to its end. */
  public static FairOutcome run(FairScenario scenario, Signal signal) {
    return new FairSimulation(scenario, signal).run();
  }

  private FairOutcome run() {
    int steps = (int) ((WARM_UP_SECONDS + scenario.seconds()) * 1000 / STEP_MILLIS);
    int late = 0;
    for (int step = 0; step < steps; step++) {
      now = step * STEP_MILLIS;
      if (now == WARM_UP_SECONDS * 1000) {
        nodes.subList(0, scenario.hanging()).forEach(Node::hang);
      }
      arrive();
      boolean isPaused = now % PAUSE_EVERY_MILLIS < scenario.pause();
      if (isPaused) {
        late++;
        continue;
      }
      for (Node node : nodes) {
        step(node);
      }
      timeOut();
      if (step % TICK_STEPS == TICK_STEPS - 1 || late > 0) {
        tick((double) late / TICK_STEPS);
        late = 0;
      }
    }
    double seconds = scenario.seconds();
    return new FairOutcome(
        judged.served / seconds,
        judged.refused / seconds,
        judged.served == 0 ? Double.NaN : judgedLatencies.percentile(99),
        neighbor.served / seconds,
        neighbor.refused / seconds,
        (judged.work + neighbor.work) / (seconds * 1000 * Node.PROCESSORS * nodes.size()));
  }

  private void tick(double paused) {
    nodes.forEach(node -> node.tick(now, paused));
    for (Node node : tells ? nodes : List.<Node>of()) {
      nodes.stream().filter(it -> it != node).forEach(other -> other.hear(node, now));
    }
  }

  private void arrive() {
    for (int i = 0; i < nextArrivals.length; i++) {
      Flow flow = scenario.flows().get(i);
      double mean = 1000 * flow.cost() / (flow.load() * PER_NODE * nodes.size());
      while (!flow.isClosed() && nextArrivals[i] <= now) {
        send(flow, nextArrivals[i]);
        nextArrivals[i] += exponential(mean);
      }
    }
    while (!resting.isEmpty() && resting.getFirst().until <= now) {
      idle.add(resting.remove().client);
    }
    while (!idle.isEmpty()) {
      send(idle.remove(), now);
    }
  }

  private void send(Flow flow, double arrival) {
    int partition = random.nextInt(flow.partitions());
    int hash = mix(scenario.flows().indexOf(flow) + 1);
    int tenantHash = flow.tenants() == 0 ? 0 : mix(hash + random.nextInt(flow.tenants()));
    int partitionHash = mix(hash + 7919 * partition + 1);
    Node replica = nodes.get(Math.floorMod(partitionHash, nodes.size()));
    Node coordinator =
        scenario.anyCoordinator() ? nodes.get(random.nextInt(nodes.size())) : replica;
    double work = WORK_MILLIS * flow.cost();
    coordinator.receive(
        new Request(
            flow,
            tenantHash,
            mix(partitionHash ^ tenantHash),
            arrival,
            random.nextDouble(),
            coordinator,
            replica,
            exponential(work * COORDINATOR_PART),
            exponential(scenario.diskMillis()),
            exponential(work * (1 - COORDINATOR_PART))));
  }

  private void step(Node node) {
    node.startRequests(now, CLIENT_TIMEOUT_MILLIS);
    node.startReads(now);
    for (Request request : node.run(STEP_MILLIS)) {
      if (request.isRead()) {
        node.endRead();
        underWay.remove(request);
        finish(request);
      } else if (request.isServed()) {
        underWay.add(request);
        request.replica.read(request);
      } else {
        finish(request);
      }
    }
  }

  /** Ends requests whose replica does not answer. */
  private void timeOut() {
    if (scenario.hanging() == 0) {
      return;
    }
    for (Iterator<Request> it = underWay.iterator(); it.hasNext(); ) {
      Request request = it.next();
      if (request.replica.hangs() && now - request.started > 2 * CLIENT_TIMEOUT_MILLIS) {
        it.remove();
        finish(request);
      }
    }
  }

  private void finish(Request request) {
    request.coordinator.end(request, now);
    if (request.flow.isClosed() && request.isServed()) {
      idle.add(request.flow);
    } else if (request.flow.isClosed()) {
      resting.add(new Resting(request.flow, now + REST_MILLIS));
    }
    if (now < WARM_UP_SECONDS * 1000) {
      return;
    }
    Count count = request.flow.isJudged() ? judged : neighbor;
    double latency = now - request.arrival;
    if (request.isRefused()) {
      count.refused++;
    } else if (request.isServed() && latency <= CLIENT_TIMEOUT_MILLIS) {
      count.served++;
      count.work += WORK_MILLIS * request.flow.cost();
      if (request.flow.isJudged()) {
        judgedLatencies.add(latency / 1000);
      }
    }
  }

  private double exponential(double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  /** The finalizer of MurmurHash3. */
  private static int mix(int value) {
    int h = value;
    h = (h ^ h >>> 16) * 0x85ebca6b;
    h = (h ^ h >>> 13) * 0xc2b2ae35;
    return h ^ h >>> 16;
  }

  /** A client that does not send before a time. */
  private record Resting(Flow client, double until) {}

  private static final class Count {
    private int served;
    private int refused;
    private double work;
  }
}
