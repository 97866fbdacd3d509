package io.goodput.bench.accuracy;

import org.jspecify.annotations.Nullable;

/**
 * What a real cluster made of a case.
 *
 * @param acceptedPerSecond operations answered with success, in the steady state
 * @param offeredPerSecond operations sent, likewise
 * @param firstSecond operations answered with success in the first second of the flood
 * @param failedPerSecond operations answered with anything but success and refusal
 * @param failure the first such answer
 */
record Measurement(
    double acceptedPerSecond,
    double offeredPerSecond,
    long firstSecond,
    double failedPerSecond,
    @Nullable String failure) {}
