package io.goodput.bench.accuracy;

import io.goodput.simulation.limit.LimitScenario;
import java.util.Locale;

/** Which nodes clients send their requests to. */
public enum Routing {
  /** The replicas in turn. */
  TOKEN_AWARE(LimitScenario.Routing.TOKEN_AWARE),
  /** All nodes in turn, of which some are no replicas. */
  ROUND_ROBIN(LimitScenario.Routing.ROUND_ROBIN),
  /** One replica. */
  ONE_COORDINATOR(LimitScenario.Routing.ONE_REPLICA),
  /** One node that is no replica. */
  ONE_OTHER(LimitScenario.Routing.ONE_OTHER);

  private final LimitScenario.Routing simulated;

  Routing(LimitScenario.Routing simulated) {
    this.simulated = simulated;
  }

  LimitScenario.Routing simulated() {
    return simulated;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
