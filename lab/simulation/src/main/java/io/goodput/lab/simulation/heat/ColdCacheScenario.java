package io.goodput.lab.simulation.heat;

import io.goodput.core.heat.LockInPrevention;
import io.goodput.core.time.Nanos;

/**
 * Three replicas of all keys, two of which take part in each read; some of the three restart with
 * an empty cache, one after the other. Immutable. Times in seconds.
 *
 * @param requestsPerSecond of clients, at random moments, through the replicas in turn
 * @param keys that clients read
 * @param skew of the keys' popularity, see {@link Popularity}
 * @param cachedKeys that fit into the cache of a replica
 * @param scansPerSecond reads per second and replica of another table, which share the cache, never
 *     hit it, and take no time, as sequential reads take next to none
 * @param diskChannels reads that the disk of a replica runs at the same time
 * @param diskSeconds mean time of a disk read
 * @param hitSeconds time of a read without the disk
 * @param readThreads reads that a replica works on at the same time; further ones wait, hits as
 *     well
 * @param maxInFlight reads that wait for an answer at the same time; further ones are lost
 * @param restarts how many replicas restart; each one stops as soon as the one before is up
 * @param downSeconds from the stop of a replica until it could serve reads again
 * @param warmSeconds for how long a replica that is warmed reads at most before it serves reads
 * @param seconds from the first stop to the end
 * @param prevention of lock-in
 * @param seed of the random numbers
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
    int readThreads,
    int maxInFlight,
    int restarts,
    double downSeconds,
    double warmSeconds,
    int seconds,
    LockInPrevention prevention,
    long seed) {

  static final int REPLICAS = 3;
  static final int CONTACTED = 2;

  private static final int UNLIMITED = Integer.MAX_VALUE;

  /** With a ramp for caches that warm within a minute. */
  private static final LockInPrevention FAST_RAMP =
      new LockInPrevention(LockInPrevention.DEFAULT.deadBand(), 60 * Nanos.PER_SECOND);

  /** A million keys with a Zipf distribution of 0.99, and caches that hit in four of five reads. */
  public static final ColdCacheScenario ZIPF =
      new ColdCacheScenario(
          20_000, 1_000_000, 0.99, 144_000, 0, 24, 0.005, 0.000_5, UNLIMITED, UNLIMITED, 1, 0, 10,
          60, FAST_RAMP, 20261122);

  /**
   * Equally popular keys in a cache that another table uses as much: the hit rate of a replica
   * falls with its traffic.
   */
  public static final ColdCacheScenario SHARED_CACHE =
      new ColdCacheScenario(
          5_000, 25_000, 0, 60_000, 3_300, 24, 0.005, 0.000_5, UNLIMITED, UNLIMITED, 1, 0, 10, 300,
          FAST_RAMP, 20261122);

  /** All three replicas restart; the sizes are those of {@code goodput bench cold-cache}. */
  public static final ColdCacheScenario ROLLING =
      new ColdCacheScenario(
          400,
          22_000,
          0.99,
          4_400,
          0,
          24,
          0.19,
          0.002,
          32,
          512,
          3,
          15,
          15,
          240,
          LockInPrevention.DEFAULT,
          20261122);

  /** This scenario with other prevention. */
  public ColdCacheScenario with(LockInPrevention other) {
    return with(requestsPerSecond, restarts, other);
  }

  /** This scenario without a restart. */
  public ColdCacheScenario withoutRestart() {
    return with(requestsPerSecond, 0, prevention);
  }

  /** This scenario with another load. */
  public ColdCacheScenario withRequestsPerSecond(int other) {
    return with(other, restarts, prevention);
  }

  private ColdCacheScenario with(int requests, int restarting, LockInPrevention other) {
    return new ColdCacheScenario(
        requests,
        keys,
        skew,
        cachedKeys,
        scansPerSecond,
        diskChannels,
        diskSeconds,
        hitSeconds,
        readThreads,
        maxInFlight,
        restarting,
        downSeconds,
        warmSeconds,
        seconds,
        other,
        seed);
  }

  /**
   * Scanned keys: one more than fits, so that each has left the cache when its turn comes again.
   */
  int scannedKeys() {
    return scansPerSecond == 0 ? 0 : cachedKeys + 1;
  }
}
