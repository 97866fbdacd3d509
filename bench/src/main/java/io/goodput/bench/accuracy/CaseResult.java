package io.goodput.bench.accuracy;

import org.jspecify.annotations.Nullable;

/**
 * A case with all that is known of it.
 *
 * @param measurement null if it was only simulated
 */
public record CaseResult(
    LimitCase limitCase, @Nullable Measurement measurement, Simulated simulated) {

  /** With a simulation only. */
  static CaseResult simulated(LimitCase limitCase) {
    return new CaseResult(limitCase, null, Simulated.of(limitCase));
  }

  static CaseResult measured(LimitCase limitCase, Measurement measurement) {
    return new CaseResult(limitCase, measurement, Simulated.of(limitCase));
  }
}
