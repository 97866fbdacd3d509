package io.goodput.lab.simulation.queue;

import io.goodput.core.queue.QueueDeadline;
import io.goodput.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * Simulates a server that receives more requests than it can serve: requests wait in a first-in
 * first-out queue for one of many threads, and the threads share a few cores.
 */
public final class QueueSimulation {

  /** Which requests the server drops when they leave the queue. */
  public enum Policy {
    /** None, like Cassandra with a long timeout. */
    NOTHING,
    /** Requests whose clients have given up. */
    EXPIRED,
    /** Those that {@link QueueDeadline} drops. */
    GOODPUT
  }

  private static final int THREADS = 128;
  private static final int CORES = 2;
  private static final double STEP_MILLIS = 0.5;
  private static final int WARM_UP_SECONDS = 2;
  private static final double LEAST_WORK = 1e-9;
  private static final double LEAST_PROGRESS = 1e-6;

  private final Policy policy;
  private final QueueScenario scenario;
  private final Random random = new Random(20261122);
  private final Random senders = new Random(20261123);
  private final QueueDeadline deadline = new QueueDeadline(0);
  private final Deque<Request> queue = new ArrayDeque<>();
  private final List<Job> running = new ArrayList<>();
  private final List<Group> groups;
  private double now;

  private QueueSimulation(QueueScenario scenario, Policy policy) {
    this.scenario = scenario;
    this.policy = policy;
    this.groups = scenario.clients().stream().map(Group::new).toList();
  }

  /**
   * Runs the scenario to its end; requests arrive at the same moments under each policy.
   *
   * @return the outcome of each group of clients, in their order
   */
  public static List<QueueOutcome> run(QueueScenario scenario, Policy policy) {
    return new QueueSimulation(scenario, policy).run();
  }

  private List<QueueOutcome> run() {
    double end = (WARM_UP_SECONDS + scenario.seconds()) * 1000.0;
    double nextArrival = 0;
    for (now = 0; now < end; now += STEP_MILLIS) {
      while (nextArrival <= now) {
        queue.add(new Request(nextArrival, sender()));
        nextArrival += exponential(1000 / (scenario.capacity() * scenario.load()));
      }
      if (now % 2000 >= scenario.pause()) {
        serve();
      }
    }
    return groups.stream().map(group -> group.outcome(scenario.seconds())).toList();
  }

  private Group sender() {
    double place = senders.nextDouble();
    for (Group group : groups) {
      place -= group.clients.share();
      if (place < 0) {
        return group;
      }
    }
    return groups.get(groups.size() - 1);
  }

  /** Spends the cores' time of one step, in equal parts on all running jobs. */
  private void serve() {
    double budget = CORES * STEP_MILLIS;
    while (budget > LEAST_WORK) {
      startJobs();
      if (running.isEmpty()) {
        return;
      }
      double least = running.stream().mapToDouble(job -> job.work).min().orElseThrow();
      double each = Math.min(least, budget / running.size());
      budget -= Math.max(each * running.size(), LEAST_PROGRESS);
      for (Iterator<Job> jobs = running.iterator(); jobs.hasNext(); ) {
        Job job = jobs.next();
        job.work -= each;
        if (job.work <= LEAST_WORK) {
          jobs.remove();
          finish(job);
        }
      }
    }
  }

  private void startJobs() {
    while (running.size() < THREADS && !queue.isEmpty()) {
      Request request = queue.remove();
      double mean = 1000.0 * CORES / scenario.capacity();
      boolean serves = serves(now - request.enqueued, request.sender.clients.assumedTimeout());
      running.add(
          new Job(request, now, serves, serves ? exponential(mean) : mean * scenario.dropCost()));
    }
  }

  private boolean serves(double waited, int timeout) {
    return switch (policy) {
      case NOTHING -> true;
      case EXPIRED -> waited < timeout;
      case GOODPUT ->
          deadline.decide(nanos(now), nanos(waited), nanos(timeout), nanos(scenario.usualTimeout()))
              == QueueDeadline.Verdict.SERVE;
    };
  }

  private void finish(Job job) {
    if (job.served) {
      deadline.served(nanos(now - job.started));
    }
    if (now >= WARM_UP_SECONDS * 1000.0) {
      job.request.sender.finished(now - job.request.enqueued, job.served);
    }
  }

  private double exponential(double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  private static long nanos(double millis) {
    return (long) (millis * Nanos.PER_MILLI);
  }

  private record Request(double enqueued, Group sender) {}

  /** What became of the requests of one group. */
  private static final class Group {
    private final Clients clients;
    private final List<Double> latencies = new ArrayList<>();
    private long dropped;
    private long inTime;

    Group(Clients clients) {
      this.clients = clients;
    }

    void finished(double latency, boolean served) {
      if (!served) {
        dropped++;
        return;
      }
      latencies.add(latency);
      if (latency <= clients.timeout()) {
        inTime++;
      }
    }

    QueueOutcome outcome(double seconds) {
      latencies.sort(null);
      return new QueueOutcome(
          inTime / seconds,
          latencies.size() / seconds,
          dropped / seconds,
          latencies.isEmpty() ? Double.NaN : latencies.get(latencies.size() / 2));
    }
  }

  /**
   * A request that a thread serves, or drops; the work that is left is in milliseconds of a core.
   */
  private static final class Job {
    private final Request request;
    private final double started;
    private final boolean served;
    private double work;

    Job(Request request, double started, boolean served, double work) {
      this.request = request;
      this.started = started;
      this.served = served;
      this.work = work;
    }
  }
}
