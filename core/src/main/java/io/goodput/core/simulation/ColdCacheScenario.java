package io.goodput.core.simulation;

import io.goodput.core.heat.Cures;

/**
 * Three replicas of everything, of which two take part in a read; one restarts with an empty cache.
 * Immutable. Times in seconds.
 *
 * @param requestsPerSecond of clients, at random moments; the coordinators take turns
 * @param keys that clients read
 * @param skew of the keys' popularity, see {@link Popularity}
 * @param cachedKeys that a replica's cache has room for
 * @param scansPerSecond of each replica: reads of another table, which share the cache and never
 *     hit; they take no time, as sequential reads hardly do
 * @param diskChannels reads that a replica's disk does at a time
 * @param diskSeconds what one takes on average
 * @param hitSeconds what a read takes beside the disk
 * @param restarts whether a replica does
 * @param seconds from the restart to the end
 * @param cures from lock-in
 * @param seed of everything random
 */
public record ColdCacheScenario(
    int requestsPerSecond,
    int keys,
    double skew,
    int cachedKeys,
    int scansPerSecond,
    int diskChannels,
    double diskSeconds,
    double hitSeconds,
    boolean restarts,
    int seconds,
    Cures cures,
    long seed) {

  static final int REPLICAS = 3;
  static final int CONTACTED = 2;

  /** A ramp for caches that warm within a minute. */
  private static final Cures CURES = new Cures(Cures.DEFAULT.deadBand(), 60_000_000_000L);

  /** A million keys with a Zipf distribution of 0.99, and caches that hold four fifths of reads. */
  public static final ColdCacheScenario ZIPF =
      new ColdCacheScenario(
          20_000, 1_000_000, 0.99, 144_000, 0, 24, 0.005, 0.000_5, true, 60, CURES, 20261122);

  /**
   * Keys that are all equally popular, in a cache that another table uses as much: what a replica
   * finds in its cache depends on what it is asked for.
   */
  public static final ColdCacheScenario SHARED_CACHE =
      new ColdCacheScenario(
          5_000, 25_000, 0, 60_000, 3_300, 24, 0.005, 0.000_5, true, 300, CURES, 20261122);

  /** The same with other cures. */
  public ColdCacheScenario with(Cures others) {
    return new ColdCacheScenario(
        requestsPerSecond,
        keys,
        skew,
        cachedKeys,
        scansPerSecond,
        diskChannels,
        diskSeconds,
        hitSeconds,
        restarts,
        seconds,
        others,
        seed);
  }

  /** The same without a restart. */
  public ColdCacheScenario withoutRestart() {
    return new ColdCacheScenario(
        requestsPerSecond,
        keys,
        skew,
        cachedKeys,
        scansPerSecond,
        diskChannels,
        diskSeconds,
        hitSeconds,
        false,
        seconds,
        cures,
        seed);
  }

  /** So many that none of them is in the cache any more when its turn comes again. */
  int scannedKeys() {
    return scansPerSecond == 0 ? 0 : cachedKeys + 1;
  }
}
