package io.goodput.lab.bench.accuracy;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import org.jspecify.annotations.Nullable;

/**
 * What a real cluster did in a case, in operations per second of the steady state.
 *
 * @param offeredPerSecond without those that were not sent, because too many were in flight
 * @param firstSecond operations accepted in the first second
 * @param failedPerSecond neither accepted nor rejected
 * @param failure the first one
 */
record Measurement(
    double acceptedPerSecond,
    double offeredPerSecond,
    long firstSecond,
    double failedPerSecond,
    @Nullable String failure) {

  static Measurement of(Recording recording) {
    Summary steady = recording.over(LimitAccuracy.SETTLE_SECONDS, recording.length());
    return new Measurement(
        steady.goodPerSecond(),
        steady.offeredPerSecond() - steady.perSecond(Outcome.DROPPED),
        recording.over(0, 1).count(Outcome.GOOD),
        steady.failedPerSecond(),
        recording.failure());
  }
}
