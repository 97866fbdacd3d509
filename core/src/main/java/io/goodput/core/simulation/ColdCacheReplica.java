package io.goodput.core.simulation;

import io.goodput.core.heat.FillRatio;
import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.HitRateAverage;
import java.util.SplittableRandom;

/** One node of {@link ColdCacheSimulation}. Times in seconds. */
final class ColdCacheReplica {

  private static final double NANOS_PER_SECOND = 1e9;

  private static final double LONG_AGO = -1e6;

  /** A read in the background leaves that many channels idle. */
  private static final int RESERVED_CHANNELS = 2;

  private final ColdCacheScenario scenario;
  private final LruCache cache;
  private final Disk disk;

  /** When the read of a key that the cache has, or is about to have, is done. */
  private final double[] loadedAt;

  private int nextScanned;
  private int generation;
  private double startedAt;
  private long hits;
  private long reads;
  private long readsBeforeStart;
  private long diskReads;
  private long fills;
  private HitRateAverage heat = new HitRateAverage(0, 0, 0);
  private FillRatio fillRatio = new FillRatio(0, 0, 0);

  ColdCacheReplica(ColdCacheScenario scenario, SplittableRandom random) {
    this.scenario = scenario;
    this.cache = new LruCache(scenario.cachedKeys(), scenario.keys() + scenario.scannedKeys());
    this.disk = new Disk(scenario.diskChannels(), scenario.diskSeconds(), random);
    this.loadedAt = new double[scenario.keys()];
    this.startedAt = LONG_AGO;
  }

  /** Reads a key in no time, as before the simulation. */
  void warm(int key) {
    cache.use(key);
  }

  /** Another table's read of something that nobody has read for long. */
  void scan() {
    cache.use(scenario.keys() + nextScanned);
    nextScanned = (nextScanned + 1) % scenario.scannedKeys();
  }

  void restart(double now) {
    cache.clear();
    generation++;
    startedAt = now;
    readsBeforeStart = reads;
    heat = new HitRateAverage(hits, reads, nanos(now));
    fillRatio = new FillRatio(fills, reads, nanos(now));
  }

  /** Reads a key, and says when the answer is ready. */
  double read(int key, double now) {
    reads++;
    if (cache.use(key)) {
      hits++;
    } else {
      load(key, now);
    }
    return Math.max(now, loadedAt[key]) + scenario.hitSeconds();
  }

  /** Reads a key for the cache alone, if the disk has hardly anything to do. */
  void readInBackground(int key, double now) {
    if (!cache.contains(key) && hasIdleDisk(now)) {
      cache.use(key);
      load(key, now);
    }
  }

  /** The same, and has it count as a miss. */
  void fill(int key, double now) {
    long before = diskReads;
    readInBackground(key, now);
    fills += diskReads - before;
  }

  boolean hasIdleDisk(double now) {
    return disk.hasIdle(RESERVED_CHANNELS + 1, now);
  }

  private void load(int key, double now) {
    diskReads++;
    loadedAt[key] = disk.read(now);
  }

  HeatReport report(double now, double coordinatedReads) {
    heat.sample(hits, reads, nanos(now));
    fillRatio.sample(fills, reads, nanos(now));
    return new HeatReport(
        generation,
        nanos(now - startedAt),
        reads - readsBeforeStart,
        heat.hitRate(),
        coordinatedReads,
        fillRatio.ratio());
  }

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

  private static long nanos(double seconds) {
    return (long) (seconds * NANOS_PER_SECOND);
  }
}
