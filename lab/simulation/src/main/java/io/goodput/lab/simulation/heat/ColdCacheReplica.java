package io.goodput.lab.simulation.heat;

import io.goodput.core.heat.FillRatio;
import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.HitRateAverage;
import io.goodput.core.time.Nanos;
import java.util.Arrays;
import java.util.SplittableRandom;

/** One replica of {@link ColdCacheSimulation}. Times in seconds. */
final class ColdCacheReplica {

  private static final double LONG_AGO = -1e6;

  /** Channels of the disk that reads in the background leave idle. */
  private static final int RESERVED_CHANNELS = 2;

  private final ColdCacheScenario scenario;
  private final LruCache cache;
  private final Disk disk;
  private final Servers threads;

  /** When the disk read of each cached key ends, or ended. */
  private final double[] loadedAt;

  private int nextScanned;
  private int generation;
  private double startedAt;
  private long hits;
  private long reads;
  private long readsBeforeStart;
  private long diskReads;
  private long fills;
  private HitRateAverage hitRate = new HitRateAverage(0, 0, 0);
  private FillRatio fillRatio = new FillRatio(0, 0, 0);

  /** Keys that the cache held before the restart, hottest first. */
  private int[] held = {};

  private int nextHeld;

  ColdCacheReplica(ColdCacheScenario scenario, SplittableRandom random) {
    this.scenario = scenario;
    this.cache = new LruCache(scenario.cachedKeys(), scenario.keys() + scenario.scannedKeys());
    this.disk = new Disk(scenario.diskChannels(), scenario.diskSeconds(), random);
    this.threads = new Servers(scenario.readThreads());
    this.loadedAt = new double[scenario.keys()];
    this.startedAt = LONG_AGO;
  }

  /** Puts a key into the cache in no time. */
  void warm(int key) {
    cache.use(key);
  }

  /** Reads a row of another table, which has not been read for a long time. */
  void scan() {
    cache.use(scenario.keys() + nextScanned);
    nextScanned = (nextScanned + 1) % scenario.scannedKeys();
  }

  /** Stops and forgets what is in the cache. */
  void stop() {
    held = cache.keys();
    nextHeld = held.length;
    cache.clear();
    Arrays.fill(loadedAt, LONG_AGO);
  }

  /** Reads as many of the hottest keys that were in the cache as the disk can in this time. */
  void warmFor(double seconds) {
    int before =
        (int) Math.min(held.length, seconds * scenario.diskChannels() / scenario.diskSeconds());
    for (int i = before - 1; i >= 0; i--) {
      cache.use(held[i]);
    }
    nextHeld = before;
  }

  /** Seconds in which the disk reads all keys that were in the cache. */
  double secondsToWarm() {
    return held.length * scenario.diskSeconds() / scenario.diskChannels();
  }

  void start(double now) {
    generation++;
    startedAt = now;
    readsBeforeStart = reads;
    hitRate = new HitRateAverage(hits, reads, Nanos.ofSeconds(now));
    fillRatio = new FillRatio(fills, reads, Nanos.ofSeconds(now));
  }

  /**
   * Reads a key.
   *
   * @return when the answer is ready
   */
  double read(int key, double now) {
    reads++;
    double begin = threads.begin(now);
    if (cache.use(key)) {
      hits++;
    } else {
      load(key, begin);
    }
    double end = Math.max(begin, loadedAt[key]) + scenario.hitSeconds();
    threads.occupy(end);
    return end;
  }

  /** Reads the other keys that were in the cache, in the background, while the disk is idle. */
  void fill(double now) {
    while (nextHeld < held.length && disk.hasIdle(RESERVED_CHANNELS + 1, now)) {
      int key = held[nextHeld++];
      if (!cache.contains(key)) {
        cache.use(key);
        load(key, now);
        fills++;
      }
    }
  }

  private void load(int key, double now) {
    diskReads++;
    loadedAt[key] = disk.read(now);
  }

  HeatReport report(double now, double coordinatedReads) {
    hitRate.sample(hits, reads, Nanos.ofSeconds(now));
    fillRatio.sample(fills, reads, Nanos.ofSeconds(now));
    return new HeatReport(
        generation,
        Nanos.ofSeconds(now - startedAt),
        reads - readsBeforeStart,
        hitRate.hitRate(),
        coordinatedReads,
        fillRatio.ratio());
  }

  long hits() {
    return hits;
  }

  long reads() {
    return reads;
  }

  long diskReads() {
    return diskReads;
  }
}
