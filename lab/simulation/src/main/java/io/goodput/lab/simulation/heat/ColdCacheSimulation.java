package io.goodput.lab.simulation.heat;

import io.goodput.core.heat.ReadShares;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.Nanos;
import io.goodput.lab.simulation.Latencies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Simulates a cluster whose caches miss into disks, while replicas restart with empty caches.
 *
 * <p>A read is answered when the slower of its two replicas has answered. A key that is being read
 * from disk is not read again: further reads wait for it. All coordinators know the same heats, at
 * most a tenth of a second old.
 */
public final class ColdCacheSimulation {

  /** How the replicas of a read are chosen. */
  public enum Policy {
    /** By latency, with a dynamic snitch, as in Cassandra as it ships. */
    DYNAMIC_SNITCH,
    /** The coordinator itself and one of the others, as in Cassandra without a dynamic snitch. */
    UNIFORM,
    /** With {@link ReadShares}. */
    WEIGHTED,
    /**
     * With {@link ReadShares} and a cache that is warmed: before it takes part, the restarted
     * replica reads the hottest keys that it held for some seconds; afterwards it reads the others
     * while its disk is idle, and these reads count as misses.
     */
    WEIGHTED_AND_WARMED
  }

  /** The replica that restarts first. */
  private static final int COLD = 0;

  private static final int STEADY_SECONDS = 10;
  private static final int WARMING_SECONDS = 30;
  private static final int LAST_SECONDS = 15;
  private static final double WARM = 0.95;
  private static final double EQUAL_COORDINATORS = 1;

  /** Seconds in one hit rate of a rolling restart; a single second is noise. */
  private static final int SMOOTH = 5;

  private static final double SLOW = 2;
  private static final double DEADLINE_SECONDS = 2;

  /** Reads for each cached key that bring a cache to its steady state. */
  private static final int READS_TO_FILL = 10;

  private static final double TICK_SECONDS = 0.1;

  private final ColdCacheScenario scenario;
  private final Policy policy;
  private final SplittableRandom random;
  private final List<ColdCacheReplica> replicas = new ArrayList<>();
  private final List<Integer> up = new ArrayList<>();
  private final ReplicaHeats<Integer> heats;
  private final DynamicSnitch snitch = new DynamicSnitch(ColdCacheScenario.REPLICAS);
  private final PriorityQueue<Answer> answers =
      new PriorityQueue<>(Comparator.comparing(Answer::at));
  private final PriorityQueue<Double> inFlight = new PriorityQueue<>();
  private final ReadsBySecond bySecond;
  private final List<Latencies> latencies = new ArrayList<>();
  private final int[] lost;
  private ReadShares shares;
  private double nextTick;
  private long scans;
  private int stopped;
  private double changeAt = STEADY_SECONDS;

  /** When the latest replica that restarted was up again. */
  private double upAt = STEADY_SECONDS;

  /** The answer of a replica to a coordinator. */
  private record Answer(double at, int coordinator, int replica, double latency) {}

  private ColdCacheSimulation(ColdCacheScenario scenario, Policy policy) {
    this.scenario = scenario;
    this.policy = policy;
    this.random = new SplittableRandom(scenario.seed());
    this.heats = new ReplicaHeats<>(scenario.prevention());
    for (int i = 0; i < ColdCacheScenario.REPLICAS; i++) {
      replicas.add(new ColdCacheReplica(scenario, random.split()));
      up.add(i);
    }
    this.shares = uniform();
    int seconds = STEADY_SECONDS + scenario.seconds();
    this.bySecond = new ReadsBySecond(seconds);
    this.lost = new int[seconds];
    IntStream.range(0, seconds).forEach(second -> latencies.add(new Latencies()));
  }

  private ReadShares uniform() {
    return ReadShares.of(
        new double[up.size()], new double[up.size()], ColdCacheScenario.CONTACTED, 0);
  }

  /** Runs a scenario in which at most one replica restarts. */
  public static ColdCacheOutcome run(ColdCacheScenario scenario, Policy policy) {
    return new ColdCacheSimulation(scenario, policy).run().outcome();
  }

  /** Runs a scenario in which all replicas restart. */
  public static RollingRestartOutcome runRolling(ColdCacheScenario scenario, Policy policy) {
    return new ColdCacheSimulation(scenario, policy).run().rollingOutcome();
  }

  private ColdCacheSimulation run() {
    Popularity popularity = Popularity.zipf(scenario.keys(), scenario.skew());
    warm(popularity);
    double end = end();
    int turn = 0;
    double now = 0;
    while (now < end) {
      advanceTo(now);
      request(popularity.draw(random), up.get(turn++ % up.size()), now);
      now += -Math.log(1 - random.nextDouble()) / scenario.requestsPerSecond();
    }
    bySecond.at(end, replicas);
    return this;
  }

  private int end() {
    return STEADY_SECONDS + scenario.seconds();
  }

  private void advanceTo(double now) {
    if (now >= nextTick) {
      tick(now);
      nextTick += TICK_SECONDS;
    }
    while (now >= changeAt && changeAt < Double.POSITIVE_INFINITY) {
      change(now);
    }
    for (; scans < now * scenario.scansPerSecond(); scans++) {
      replicas.forEach(ColdCacheReplica::scan);
    }
    if (policy == Policy.WEIGHTED_AND_WARMED) {
      up.forEach(replica -> replicas.get(replica).fill(now));
    }
  }

  /** Brings the caches to their steady state in no time. */
  private void warm(Popularity popularity) {
    double readsPerSecond =
        (double) scenario.requestsPerSecond() * ColdCacheScenario.CONTACTED / replicas.size();
    double scansPerRead = scenario.scansPerSecond() / readsPerSecond;
    for (ColdCacheReplica replica : replicas) {
      double due = 0;
      for (int i = 0; i < READS_TO_FILL * scenario.cachedKeys(); i++) {
        replica.warm(popularity.draw(random));
        for (due += scansPerRead; due >= 1; due--) {
          replica.scan();
        }
      }
    }
  }

  private void tick(double now) {
    bySecond.at(now, replicas);
    long nanos = Nanos.ofSeconds(now);
    for (int replica : up) {
      heats.report(replica, replicas.get(replica).report(now, EQUAL_COORDINATORS), nanos);
    }
    while (!answers.isEmpty() && answers.element().at <= now) {
      Answer answer = answers.remove();
      snitch.answered(answer.coordinator, answer.replica, answer.at, answer.latency);
    }
    snitch.update();
    share(now);
  }

  private void share(double now) {
    shares =
        policy == Policy.WEIGHTED || policy == Policy.WEIGHTED_AND_WARMED
            ? heats.shares(up, ColdCacheScenario.CONTACTED, Nanos.ofSeconds(now))
            : uniform();
  }

  /** Starts the replica that is down, or else stops the next one that restarts. */
  private void change(double now) {
    if (up.size() < replicas.size()) {
      int replica = stopped - 1;
      replicas.get(replica).start(now);
      snitch.restart(replica);
      up.add(replica, replica);
      upAt = now;
    } else if (stopped < scenario.restarts()) {
      ColdCacheReplica next = replicas.get(stopped);
      up.remove((Integer) stopped);
      stopped++;
      next.stop();
      changeAt = now + scenario.downSeconds();
      if (policy == Policy.WEIGHTED_AND_WARMED) {
        double warmed = Math.min(scenario.warmSeconds(), next.secondsToWarm());
        next.warmFor(warmed);
        changeAt += warmed;
      }
    } else {
      changeAt = Double.POSITIVE_INFINITY;
    }
    tick(now);
  }

  private void request(int key, int coordinator, double now) {
    while (!inFlight.isEmpty() && inFlight.element() <= now) {
      inFlight.remove();
    }
    int second = (int) now;
    if (inFlight.size() >= scenario.maxInFlight()) {
      lost[second]++;
      return;
    }
    double answered = now;
    for (int replica : chosen(key, coordinator)) {
      double at = replicas.get(replica).read(key, now);
      answered = Math.max(answered, at);
      if (policy == Policy.DYNAMIC_SNITCH) {
        answers.add(new Answer(at, coordinator, replica, at - now));
      }
    }
    inFlight.add(answered);
    latencies.get(second).add(answered - now);
    if (answered - now > DEADLINE_SECONDS) {
      lost[second]++;
    }
  }

  private int[] chosen(int key, int coordinator) {
    if (policy == Policy.DYNAMIC_SNITCH) {
      return snitch.choose(coordinator, key % replicas.size(), up, ColdCacheScenario.CONTACTED);
    }
    int drawn = shares.draw(up.indexOf(coordinator), random.nextDouble());
    return IntStream.range(0, up.size())
        .filter(index -> (drawn >> index & 1) == 1)
        .map(up::get)
        .toArray();
  }

  private ColdCacheOutcome outcome() {
    int restart = (int) upAt;
    int end = end();
    double steadyHitRate = bySecond.hitRate(COLD, 1, STEADY_SECONDS);
    Latencies steady = latency(0, STEADY_SECONDS);
    Latencies warming = latency(restart, restart + WARMING_SECONDS);
    int warmAfter =
        IntStream.range(restart, end)
            .filter(second -> bySecond.hitRate(COLD, second, second + 1) >= WARM * steadyHitRate)
            .map(second -> second - restart)
            .findFirst()
            .orElse(scenario.seconds());
    long peersPeak =
        Math.max(bySecond.peakDiskReads(1, restart, end), bySecond.peakDiskReads(2, restart, end));
    double worstToPeers = 0;
    for (int second = restart; second < end; second++) {
      long peers =
          bySecond.diskReads(1, second, second + 1) + bySecond.diskReads(2, second, second + 1);
      long cold = bySecond.diskReads(COLD, second, second + 1);
      worstToPeers = Math.max(worstToPeers, cold * 2.0 / Math.max(1, peers));
    }
    return new ColdCacheOutcome(
        steadyHitRate,
        bySecond.diskReads(COLD, 1, STEADY_SECONDS) / (STEADY_SECONDS - 1.0),
        steady.mean(),
        steady.percentile(99),
        warmAfter,
        warming.mean(),
        warming.percentile(99),
        bySecond.peakDiskReads(COLD, restart, end),
        peersPeak,
        worstToPeers,
        lowestShare(end - LAST_SECONDS, end),
        bySecond.hitRate(COLD, end - LAST_SECONDS, end));
  }

  private RollingRestartOutcome rollingOutcome() {
    int end = end();
    Latencies steady = latency(0, STEADY_SECONDS);
    Latencies after = latency(STEADY_SECONDS, end);
    double slow = SLOW * steady.mean();
    double offered = (double) scenario.requestsPerSecond() * scenario.seconds();
    double steadyDiskReads = diskReads(1, STEADY_SECONDS) / (STEADY_SECONDS - 1);
    return new RollingRestartOutcome(
        steady.mean(),
        steady.percentile(99),
        steadyDiskReads / (replicas.size() - 1) * scenario.diskSeconds() / scenario.diskChannels(),
        after.mean(),
        after.percentile(99),
        100 * Arrays.stream(lost, STEADY_SECONDS, end).sum() / offered,
        (int)
            latencies.subList(STEADY_SECONDS, end).stream()
                .filter(second -> second.mean() > slow)
                .count(),
        upAt - STEADY_SECONDS,
        IntStream.range((int) Math.ceil(upAt), end - SMOOTH)
                .filter(this::allWarm)
                .findFirst()
                .orElse(end)
            - STEADY_SECONDS,
        diskReads(STEADY_SECONDS, end) / scenario.seconds() / steadyDiskReads,
        lowestShare((int) upAt, Math.min(end, (int) upAt + WARMING_SECONDS)));
  }

  private boolean allWarm(int second) {
    return IntStream.range(0, replicas.size())
        .allMatch(
            i ->
                bySecond.hitRate(i, second, second + SMOOTH)
                    >= WARM * bySecond.hitRate(i, 1, STEADY_SECONDS));
  }

  private double diskReads(int from, int to) {
    return IntStream.range(0, replicas.size())
        .mapToLong(i -> bySecond.diskReads(i, from, to))
        .sum();
  }

  private double lowestShare(int from, int to) {
    long[] reads = new long[replicas.size()];
    Arrays.setAll(reads, i -> bySecond.reads(i, from, to));
    return Arrays.stream(reads).min().orElseThrow() / Arrays.stream(reads).average().orElseThrow();
  }

  private Latencies latency(int from, int to) {
    Latencies all = new Latencies();
    latencies.subList(from, Math.min(to, latencies.size())).forEach(all::addAll);
    return all;
  }
}
