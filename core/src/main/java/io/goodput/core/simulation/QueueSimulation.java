package io.goodput.core.simulation;

import io.goodput.core.queue.QueueDeadline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/**
 * A server under more load than it can serve: requests wait in a first-in first-out queue for one
 * of many threads, and the threads share a few cores. Compares rules for what to drop by the
 * answers that reach clients in time.
 */
public final class QueueSimulation {

  /** What is dropped when it leaves the queue. */
  public enum Rule {
    /** Nothing: Cassandra with a generous time-out. */
    NOTHING,
    /** What the client has given up on. */
    EXPIRED,
    /** What has waited for half of the client's patience. */
    HALF,
    /** {@link QueueDeadline}. */
    GOODPUT
  }

  /**
   * A load on a server. Times in milliseconds.
   *
   * @param perSecond what the server could serve a second, if it did nothing else
   * @param load times that
   * @param patience how long clients wait
   * @param believedPatience how long the server takes them to wait
   * @param dropCost of a dropped request, in parts of the cost of a served one
   * @param pause of the whole server, every two seconds
   */
  public record Setting(
      int perSecond,
      double load,
      int patience,
      int believedPatience,
      double dropCost,
      int pause,
      int seconds) {}

  /** What came of it; rates a second, time in milliseconds. */
  public record Outcome(double goodput, double served, double dropped, double medianLatency) {}

  private static final int THREADS = 128;
  private static final int CORES = 2;
  private static final double STEP = 0.5;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int WARM_UP_SECONDS = 2;

  private final Rule rule;
  private final Setting setting;
  private final Random random = new Random(20261122);
  private final QueueDeadline deadline = new QueueDeadline(0);
  private final Deque<Double> queue = new ArrayDeque<>();
  private final List<Job> running = new ArrayList<>();
  private final List<Double> latencies = new ArrayList<>();
  private double now;
  private long served;
  private long dropped;
  private long inTime;

  private QueueSimulation(Rule rule, Setting setting) {
    this.rule = rule;
    this.setting = setting;
  }

  /** Runs the load under a rule; the same arrivals for all rules. */
  public static Outcome run(Rule rule, Setting setting) {
    return new QueueSimulation(rule, setting).run();
  }

  private Outcome run() {
    double end = (WARM_UP_SECONDS + setting.seconds()) * 1000.0;
    double nextArrival = 0;
    for (now = 0; now < end; now += STEP) {
      while (nextArrival <= now) {
        queue.add(nextArrival);
        nextArrival += exponential(1000 / (setting.perSecond() * setting.load()));
      }
      if (now % 2000 >= setting.pause()) {
        serve();
      }
    }
    double seconds = setting.seconds();
    latencies.sort(null);
    return new Outcome(
        inTime / seconds,
        served / seconds,
        dropped / seconds,
        latencies.isEmpty() ? Double.NaN : latencies.get(latencies.size() / 2));
  }

  private void serve() {
    double budget = CORES * STEP;
    while (budget > 1e-9) {
      fill();
      if (running.isEmpty()) {
        return;
      }
      double least = running.stream().mapToDouble(job -> job.work).min().orElseThrow();
      double each = Math.min(least, budget / running.size());
      budget -= Math.max(each * running.size(), 1e-6);
      for (Iterator<Job> jobs = running.iterator(); jobs.hasNext(); ) {
        Job job = jobs.next();
        job.work -= each;
        if (job.work <= 1e-9) {
          jobs.remove();
          finish(job);
        }
      }
    }
  }

  private void fill() {
    while (running.size() < THREADS && !queue.isEmpty()) {
      double enqueued = queue.remove();
      double mean = 1000.0 * CORES / setting.perSecond();
      boolean serves = serves(now - enqueued);
      running.add(
          new Job(enqueued, now, serves, serves ? exponential(mean) : mean * setting.dropCost()));
    }
  }

  private boolean serves(double waited) {
    return switch (rule) {
      case NOTHING -> true;
      case EXPIRED -> waited < setting.believedPatience();
      case HALF -> waited < setting.believedPatience() / 2.0;
      case GOODPUT ->
          deadline.decide(nanos(now), nanos(waited), nanos(setting.believedPatience()))
              == QueueDeadline.Verdict.SERVE;
    };
  }

  private void finish(Job job) {
    if (job.served) {
      deadline.served(nanos(now - job.started));
    }
    if (now < WARM_UP_SECONDS * 1000.0) {
      return;
    }
    if (!job.served) {
      dropped++;
      return;
    }
    served++;
    double latency = now - job.enqueued;
    latencies.add(latency);
    if (latency <= setting.patience()) {
      inTime++;
    }
  }

  private double exponential(double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  private static long nanos(double millis) {
    return (long) (millis * NANOS_PER_MILLI);
  }

  private static final class Job {
    private final double enqueued;
    private final double started;
    private final boolean served;
    private double work;

    Job(double enqueued, double started, boolean served, double work) {
      this.enqueued = enqueued;
      this.started = started;
      this.served = served;
      this.work = work;
    }
  }
}
