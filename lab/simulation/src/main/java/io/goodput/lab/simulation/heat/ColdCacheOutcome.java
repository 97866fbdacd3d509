package io.goodput.lab.simulation.heat;

/**
 * How the reads of a {@link ColdCacheScenario} went.
 *
 * @param steadyHitRate hit rate of a replica before the restart
 * @param steadyDiskReads disk reads per second of a replica before the restart
 * @param steadyMillis mean latency before the restart
 * @param steadyP99Millis 99th percentile of the latency before the restart
 * @param warmAfterSeconds until the first second in which the restarted replica had 95% of the
 *     steady hit rate; the length of the scenario if there was none
 * @param warmingMillis mean latency in the first 30 seconds after the restart
 * @param warmingP99Millis 99th percentile of the latency in these 30 seconds
 * @param coldPeakDiskReads disk reads of the restarted replica in its worst second, reads in the
 *     background included
 * @param peersPeakDiskReads disk reads of another replica, the busier one, in its worst second
 * @param worstToPeers disk reads of the restarted replica, as a multiple of its peers' mean, in the
 *     second in which that multiple was highest
 * @param lastShare reads of the replica with the fewest in the last 15 seconds, as a fraction of a
 *     fair share
 * @param lastHitRate hit rate of the restarted replica in the last 15 seconds
 */
public record ColdCacheOutcome(
    double steadyHitRate,
    double steadyDiskReads,
    double steadyMillis,
    double steadyP99Millis,
    int warmAfterSeconds,
    double warmingMillis,
    double warmingP99Millis,
    long coldPeakDiskReads,
    long peersPeakDiskReads,
    double worstToPeers,
    double lastShare,
    double lastHitRate) {}
