package io.goodput.lab.simulation.heat;

/**
 * How reads went while all replicas of a {@link ColdCacheScenario} restarted, from the first stop
 * to the end of the scenario unless stated otherwise.
 *
 * @param steadyMillis mean latency before the first stop
 * @param steadyP99Millis 99th percentile of the latency before the first stop
 * @param diskUseWithOneDown the part of the time for which the disks of two warm replicas are busy
 *     if they serve all reads; as follows from the disk reads before
 * @param meanMillis mean latency
 * @param p99Millis 99th percentile of the latency
 * @param lostPercent reads that were not answered within the deadline
 * @param slowSeconds seconds with a mean latency of more than twice that before
 * @param lastUpSeconds from the first stop until the last replica is up
 * @param warmSeconds from the first stop until all replicas have 95% of the hit rate before; the
 *     length of the scenario if they never have
 * @param diskReadsOverSteady disk reads of all replicas, as a multiple of those before
 * @param lastShare reads of the replica with the fewest in the 30 seconds after the last replica is
 *     up, as a fraction of a fair share
 */
public record RollingRestartOutcome(
    double steadyMillis,
    double steadyP99Millis,
    double diskUseWithOneDown,
    double meanMillis,
    double p99Millis,
    double lostPercent,
    int slowSeconds,
    double lastUpSeconds,
    int warmSeconds,
    double diskReadsOverSteady,
    double lastShare) {}
