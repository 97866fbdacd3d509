package io.goodput.bench.accuracy;

import io.goodput.simulation.limit.LimitScenario;
import java.util.Locale;

/** What a simulated cluster has to put up with. */
public enum Conditions {
  GOOD,
  /** Half a second apart, and one of them jumps by as much every five seconds. */
  BAD_CLOCKS,
  /** A fifth of Goodput's messages, and the coordinators prefer the same replicas. */
  MESSAGE_LOSS;

  private static final long CLOCK_ERROR_MILLIS = 500;
  private static final double LOSS = 0.2;

  LimitScenario imposedOn(LimitScenario scenario) {
    return switch (this) {
      case GOOD -> scenario;
      case BAD_CLOCKS -> scenario.withClocks(CLOCK_ERROR_MILLIS, CLOCK_ERROR_MILLIS);
      case MESSAGE_LOSS -> scenario.withNetwork(LOSS, true);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
