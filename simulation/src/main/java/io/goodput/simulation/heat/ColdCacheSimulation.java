package io.goodput.simulation.heat;

import io.goodput.core.heat.ReadShares;
import io.goodput.core.heat.ReplicaHeats;
import io.goodput.core.time.Nanos;
import io.goodput.simulation.Latencies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Simulates a cluster whose caches miss into disks, while one replica restarts with an empty cache.
 *
 * <p>A read is answered when the slower of its two replicas has answered. A key that is being read
 * from disk is not read again: further reads wait for it. All coordinators know the same heats, at
 * most a tenth of a second old.
 */
public final class ColdCacheSimulation {

  /** How the replicas of a read are chosen. */
  public enum Policy {
    /** The coordinator itself and one of the others, as in Cassandra without a dynamic snitch. */
    UNIFORM,
    /** With {@link ReadShares}. */
    WEIGHTED,
    /**
     * With {@link ReadShares} and a cache that is warmed: before it takes part, the restarted
     * replica has read as many of the hottest keys that it held as its disk can in ten seconds;
     * afterwards it reads the others while its disk is idle, and these reads count as misses.
     */
    WEIGHTED_AND_WARMED
  }

  /** The replica that restarts. */
  private static final int COLD = 0;

  private static final int STEADY_SECONDS = 10;
  private static final int WARMING_SECONDS = 30;
  private static final int LAST_SECONDS = 15;
  private static final double WARM = 0.95;
  private static final double EQUAL_COORDINATORS = 1;

  /** Reads for each cached key that bring a cache to its steady state. */
  private static final int READS_TO_FILL = 10;

  /** Seconds in which a warmed replica reads before it takes part. */
  private static final double SECONDS_BEFORE = 10;

  private static final double TICK_SECONDS = 0.1;

  private final ColdCacheScenario scenario;
  private final Policy policy;
  private final SplittableRandom random;
  private final List<ColdCacheReplica> replicas = new ArrayList<>();
  private final List<Integer> numbers = List.of(0, 1, 2);
  private final ReplicaHeats<Integer> heats;
  private final ReadsBySecond bySecond;
  private final Latencies steady = new Latencies();
  private final Latencies warming = new Latencies();
  private ReadShares shares =
      ReadShares.of(
          new double[ColdCacheScenario.REPLICAS],
          new double[ColdCacheScenario.REPLICAS],
          ColdCacheScenario.CONTACTED,
          0);
  private double nextTick;
  private long scans;
  private boolean restarted;
  private int[] keysToWarm = {};
  private int warmed;

  private ColdCacheSimulation(ColdCacheScenario scenario, Policy policy) {
    this.scenario = scenario;
    this.policy = policy;
    this.random = new SplittableRandom(scenario.seed());
    this.heats = new ReplicaHeats<>(scenario.prevention());
    for (int i = 0; i < ColdCacheScenario.REPLICAS; i++) {
      replicas.add(new ColdCacheReplica(scenario, random.split()));
    }
    this.bySecond = new ReadsBySecond(STEADY_SECONDS + scenario.seconds());
  }

  /** Runs the scenario to its end. */
  public static ColdCacheOutcome run(ColdCacheScenario scenario, Policy policy) {
    return new ColdCacheSimulation(scenario, policy).run();
  }

  private ColdCacheOutcome run() {
    Popularity popularity = Popularity.zipf(scenario.keys(), scenario.skew());
    warm(popularity);
    double end = STEADY_SECONDS + scenario.seconds();
    int turn = 0;
    double now = 0;
    while (now < end) {
      advanceTo(now);
      double latency = request(popularity.draw(random), turn++ % replicas.size(), now);
      if (now < STEADY_SECONDS) {
        steady.add(latency);
      } else if (now < STEADY_SECONDS + WARMING_SECONDS) {
        warming.add(latency);
      }
      now += -Math.log(1 - random.nextDouble()) / scenario.requestsPerSecond();
    }
    bySecond.at(end, replicas);
    return outcome();
  }

  private void advanceTo(double now) {
    if (now >= nextTick) {
      tick(now);
      nextTick += TICK_SECONDS;
    }
    if (scenario.restarts() && !restarted && now >= STEADY_SECONDS) {
      restart(now);
    }
    for (; scans < now * scenario.scansPerSecond(); scans++) {
      replicas.forEach(ColdCacheReplica::scan);
    }
    fillCache(now);
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
    for (int i = 0; i < replicas.size(); i++) {
      heats.report(i, replicas.get(i).report(now, EQUAL_COORDINATORS), nanos);
    }
    if (policy != Policy.UNIFORM) {
      shares = heats.shares(numbers, ColdCacheScenario.CONTACTED, nanos);
    }
  }

  private void restart(double now) {
    restarted = true;
    ColdCacheReplica cold = replicas.get(COLD);
    int[] held = cold.hottestKeys();
    cold.restart(now);
    if (policy == Policy.WEIGHTED_AND_WARMED) {
      double perSecond = scenario.diskChannels() / scenario.diskSeconds();
      int before = (int) Math.min(held.length, SECONDS_BEFORE * perSecond);
      for (int i = before - 1; i >= 0; i--) {
        cold.warm(held[i]);
      }
      keysToWarm = Arrays.copyOfRange(held, before, held.length);
    }
    tick(now);
  }

  private double request(int key, int coordinator, double now) {
    int drawn = shares.draw(coordinator, random.nextDouble());
    double answered = now;
    for (int i = 0; i < replicas.size(); i++) {
      if ((drawn >> i & 1) == 1) {
        answered = Math.max(answered, replicas.get(i).read(key, now));
      }
    }
    return answered - now;
  }

  private void fillCache(double now) {
    while (warmed < keysToWarm.length && replicas.get(COLD).hasIdleDisk(now)) {
      replicas.get(COLD).fill(keysToWarm[warmed++], now);
    }
  }

  private ColdCacheOutcome outcome() {
    int restart = STEADY_SECONDS;
    int end = restart + scenario.seconds();
    double steadyHitRate = bySecond.hitRate(COLD, 1, restart);
    int warmAfter = 0;
    while (warmAfter < scenario.seconds()
        && bySecond.hitRate(COLD, restart + warmAfter, restart + warmAfter + 1)
            < WARM * steadyHitRate) {
      warmAfter++;
    }
    long peersPeak =
        Math.max(bySecond.peakDiskReads(1, restart, end), bySecond.peakDiskReads(2, restart, end));
    double worstToPeers = 0;
    for (int second = restart; second < end; second++) {
      long peers =
          bySecond.diskReads(1, second, second + 1) + bySecond.diskReads(2, second, second + 1);
      long cold = bySecond.diskReads(COLD, second, second + 1);
      worstToPeers = Math.max(worstToPeers, cold * 2.0 / Math.max(1, peers));
    }
    long[] lastReads = new long[replicas.size()];
    Arrays.setAll(lastReads, i -> bySecond.reads(i, end - LAST_SECONDS, end));
    double fair = Arrays.stream(lastReads).average().orElseThrow();
    return new ColdCacheOutcome(
        steadyHitRate,
        bySecond.diskReads(COLD, 1, restart) / (restart - 1.0),
        steady.mean(),
        steady.percentile(99),
        warmAfter,
        warming.mean(),
        warming.percentile(99),
        bySecond.peakDiskReads(COLD, restart, end),
        peersPeak,
        worstToPeers,
        Arrays.stream(lastReads).min().orElseThrow() / fair,
        bySecond.hitRate(COLD, end - LAST_SECONDS, end));
  }
}
