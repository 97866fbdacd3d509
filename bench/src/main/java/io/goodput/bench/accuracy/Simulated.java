package io.goodput.bench.accuracy;

import io.goodput.simulation.limit.LimitScenario;
import io.goodput.simulation.limit.LimitSimulation;
import java.util.Arrays;
import java.util.List;

/**
 * What the simulation says of a case: operations admitted a second in the steady state.
 *
 * @param goodput by Goodput's rule
 * @param reference by the reference's rule
 */
record Simulated(double goodput, double reference) {

  private static final int WARM_UP_SECONDS = 5;
  private static final int SECONDS = 25;

  static Simulated of(LimitCase limitCase) {
    LimitScenario scenario = scenario(limitCase);
    return new Simulated(
        steady(LimitSimulation.goodput(scenario)), steady(LimitSimulation.reference(scenario)));
  }

  private static LimitScenario scenario(LimitCase limitCase) {
    return limitCase
        .conditions()
        .imposedOn(
            new LimitScenario(
                limitCase.nodes(),
                limitCase.replicationFactor(),
                limitCase.replicasContacted(),
                limitCase.routing().simulated(),
                LimitScenario.Decision.REPLICAS,
                limitCase.limit(),
                List.of(LimitScenario.Phase.of(SECONDS, (double) limitCase.perSecond())),
                LimitScenario.Conditions.GOOD,
                1));
  }

  private static double steady(long[] admitted) {
    return Arrays.stream(admitted).skip(WARM_UP_SECONDS).average().orElse(0);
  }
}
