package io.goodput.simulation.heat;

import io.goodput.core.heat.FillRatio;
import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.HitRateAverage;
import io.goodput.core.time.Nanos;
import java.util.SplittableRandom;

/** One replica of {@link ColdCacheSimulation}. Times in seconds. */
final class ColdCacheReplica {

  private static final double LONG_AGO = -1e6;

  /** Channels of the disk that reads in the background leave idle. */
  private static final int RESERVED_CHANNELS = 2;

  private final ColdCacheScenario scenario;
  private final LruCache cache;
  private final Disk disk;

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

  ColdCacheReplica(ColdCacheScenario scenario, SplittableRandom random) {
    this.scenario = scenario;
    this.cache = new LruCache(scenario.cachedKeys(), scenario.keys() + scenario.scannedKeys());
    this.disk = new Disk(scenario.diskChannels(), scenario.diskSeconds(), random);
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

  void restart(double now) {
    cache.clear();
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
    if (cache.use(key)) {
      hits++;
    } else {
      load(key, now);
    }
    return Math.max(now, loadedAt[key]) + scenario.hitSeconds();
  }

  /** Reads a key in the background to fill the cache, if it is missing and the disk is idle. */
  void fill(int key, double now) {
    if (!cache.contains(key) && hasIdleDisk(now)) {
      cache.use(key);
      load(key, now);
      fills++;
    }
  }

  boolean hasIdleDisk(double now) {
    return disk.hasIdle(RESERVED_CHANNELS + 1, now);
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

  /** The cached keys, the most recently used first. */
  int[] hottestKeys() {
    return cache.keys();
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
