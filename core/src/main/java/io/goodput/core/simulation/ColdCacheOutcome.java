package io.goodput.core.simulation;

/**
 * What came of a {@link ColdCacheScenario}.
 *
 * @param steadyHitRate of a replica before the restart
 * @param steadyDiskReads of a replica a second, before the restart
 * @param steadyMillis mean latency before the restart
 * @param steadyP99Millis 99th percentile of the latency before the restart
 * @param warmAfterSeconds until the restarted replica had a second with 95 % of the steady hit
 *     rate; the length of the scenario if it had none
 * @param warmingMillis mean latency in the first 30 seconds after the restart
 * @param warmingP99Millis 99th percentile of the latency in them
 * @param coldPeakDiskReads of the restarted replica in its worst second, background reads included
 * @param peersPeakDiskReads of the replica that had most of the others, in its worst second
 * @param worstToPeers the restarted replica's disk reads in parts of its peers' mean, in the second
 *     where that is most
 * @param lastShare of the replica that had the fewest reads in the last 15 seconds, in parts of a
 *     fair share
 * @param lastHitRate of the restarted replica in the last 15 seconds
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
