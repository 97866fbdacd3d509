package io.goodput.bench.accuracy;

import io.goodput.core.simulation.Scenario;
import java.util.Locale;

/** Which nodes clients send their requests to. */
public enum Routing {
  /** The replicas in turn. */
  TOKEN_AWARE(Scenario.Routing.TOKEN_AWARE),
  /** All nodes in turn, of which some are no replicas. */
  ROUND_ROBIN(Scenario.Routing.ROUND_ROBIN),
  /** One replica. */
  ONE_COORDINATOR(Scenario.Routing.ONE_REPLICA),
  /** One node that is no replica. */
  ONE_OTHER(Scenario.Routing.ONE_OTHER);

  private final Scenario.Routing simulated;

  Routing(Scenario.Routing simulated) {
    this.simulated = simulated;
  }

  Scenario.Routing simulated() {
    return simulated;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
