package io.goodput.bench.accuracy;

import org.jspecify.annotations.Nullable;

/**
 * What a real cluster did in a case.
 *
 * @param acceptedPerSecond operations that succeeded, in the steady state
 * @param offeredPerSecond operations sent, in the steady state
 * @param firstSecond operations that succeeded in the first second
 * @param failedPerSecond operations that neither succeeded nor were rejected, in the steady state
 * @param failure the first failure
 */
record Measurement(
    double acceptedPerSecond,
    double offeredPerSecond,
    long firstSecond,
    double failedPerSecond,
    @Nullable String failure) {}
