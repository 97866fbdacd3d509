package io.goodput.bench.hotpartition;

import io.goodput.bench.Bench;
import io.goodput.bench.Benchmark;
import io.goodput.bench.CpuTime;
import io.goodput.bench.TemporaryCluster;
import io.goodput.bench.hotpartition.HotPartitionResult.RequestCost;
import io.goodput.bench.load.ClosedLoop;
import io.goodput.bench.load.LoadClient;
import io.goodput.bench.load.OpenLoop;
import io.goodput.bench.load.Outcome;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.Requests;
import io.goodput.bench.load.WarmUp;
import io.goodput.bench.report.Findings;
import io.goodput.cluster.Cluster;
import io.goodput.cluster.NodeOptions;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The benchmark {@code hot-partition}: uniform reads alone, then with an attack on one partition,
 * then with the attack and a limit.
 */
public final class HotPartition implements Benchmark {

  static final int NODES = 3;

  /** Reads per second of each partition while the limit is set. */
  static final int LIMIT = 10;

  /** Rate of the uniform reads, as a share of the capacity. */
  static final double UNIFORM_SHARE = 0.4;

  /** Rate of the attack, as a multiple of the capacity. */
  static final double ATTACK_FACTOR = 3;

  static final int UNIFORM_IN_FLIGHT = 128;
  static final int ATTACK_IN_FLIGHT = 8 * UNIFORM_IN_FLIGHT;
  static final Duration DEADLINE = Duration.ofSeconds(1);

  /** The nodes give way to the client, which would offer less if it waited for a core. */
  static final int NICENESS = 10;

  /** Enough to keep the nodes busy all the time. */
  static final int PROBE_CLIENTS = 256;

  private static final int PROBE_SECONDS = 4;

  /** Clients for the warm-up and for the measurement of CPU time. */
  private static final int CLIENTS = 64;

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    PhaseLengths lengths = bench.quickOr(PhaseLengths.QUICK, PhaseLengths.FULL);
    NodeOptions options = bench.withPlugin().withNiceness(NICENESS);
    bench.say("Starting %d nodes on port %d ...", NODES, bench.port());
    try (TemporaryCluster own = bench.start(spec -> spec.withNodes(NODES).withOptions(options))) {
      Cluster cluster = own.cluster();
      List<InetSocketAddress> nodes = cluster.contactPoints();
      // The attack has its own connections, so that other reads do not queue behind it in a socket.
      try (LoadClient operator = LoadClient.connect(nodes);
          LoadClient user = LoadClient.connect(nodes);
          LoadClient attacker = LoadClient.connect(nodes)) {
        bench.say("Filling the table ...");
        Posts posts = Posts.create(cluster, operator, user, attacker);
        return new Run(bench, lengths, cluster, posts).measure().findings();
      }
    }
  }

  private record Run(Bench bench, PhaseLengths lengths, Cluster cluster, Posts posts) {

    HotPartitionResult measure() throws InterruptedException {
      bench.say("Warming up ...");
      // Served and rejected reads take different paths, and the nodes compile both.
      posts.limitReads(0);
      warmUp(posts.hot(), lengths.warmUp() / 4);
      posts.unlimit();
      warmUp(posts.hot(), lengths.warmUp() / 4);
      warmUp(posts.uniform(), lengths.warmUp());
      bench.say("A round that does not count ...");
      round();
      List<AttackRound> rounds = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("Round %d of %d ...", round, lengths.rounds());
        rounds.add(round());
      }
      bench.say("CPU time per request ...");
      double idle = idleMicrosPerSecond();
      RequestCost accepted = cost(Outcome.GOOD, idle);
      posts.limitReads(0);
      RequestCost rejected = cost(Outcome.REFUSED, idle);
      posts.unlimit();
      return new HotPartitionResult(lengths, rounds, accepted, rejected);
    }

    private void warmUp(Requests requests, int maxSeconds) throws InterruptedException {
      WarmUp.untilStable(requests, CLIENTS, maxSeconds, bench.progress());
    }

    private AttackRound round() throws InterruptedException {
      double capacity = capacity();
      OpenLoop.Load uniform =
          new OpenLoop.Load(
              posts.uniform(), UNIFORM_SHARE * capacity, 0, UNIFORM_IN_FLIGHT, DEADLINE);
      OpenLoop.Load attack =
          new OpenLoop.Load(
              posts.hot(),
              ATTACK_FACTOR * capacity,
              Phase.ATTACKED.begin(lengths),
              ATTACK_IN_FLIGHT,
              DEADLINE);
      OpenLoop.Event limit =
          new OpenLoop.Event(Phase.PROTECTED.begin(lengths), () -> posts.limitReads(LIMIT));
      List<Recording> recordings =
          OpenLoop.run(lengths.round(), List.of(uniform, attack), List.of(limit));
      posts.unlimit();
      AttackRound round = new AttackRound(capacity, recordings.get(0), recordings.get(1));
      for (Phase phase : Phase.values()) {
        bench.say("  %-9s %s", phase, phase.of(round, lengths));
      }
      return round;
    }

    /**
     * Uniform reads per second; it changes, because compilers make the nodes faster for minutes.
     */
    private double capacity() throws InterruptedException {
      double perSecond =
          ClosedLoop.run(posts.uniform(), PROBE_CLIENTS, PROBE_SECONDS)
              .over(1, PROBE_SECONDS)
              .servedPerSecond();
      bench.say("The nodes serve %.0f uniform reads per second", perSecond);
      return perSecond;
    }

    private double idleMicrosPerSecond() throws InterruptedException {
      long begin = cpuMicros();
      TimeUnit.SECONDS.sleep(lengths.cpu());
      return (double) (cpuMicros() - begin) / lengths.cpu();
    }

    /**
     * Keeps the nodes busy all the time. In a half idle node, threads look for work before they
     * sleep, and this time would count too.
     */
    private RequestCost cost(Outcome expected, double idleMicrosPerSecond)
        throws InterruptedException {
      int seconds = lengths.cpu();
      warmUp(posts.hot(), lengths.warmUp() / 4);
      long begin = cpuMicros();
      long count = ClosedLoop.run(posts.hot(), CLIENTS, seconds).over(0, seconds).count(expected);
      double micros = cpuMicros() - begin - idleMicrosPerSecond * seconds;
      return new RequestCost(micros / count, (double) count / seconds);
    }

    private long cpuMicros() {
      return TimeUnit.NANOSECONDS.toMicros(CpuTime.of(cluster).toNanos());
    }
  }
}
