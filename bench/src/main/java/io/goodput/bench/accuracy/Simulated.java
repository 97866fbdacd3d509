package io.goodput.bench.accuracy;

import io.goodput.simulation.limit.LimitScenario;
import io.goodput.simulation.limit.LimitScenario.Phase;
import io.goodput.simulation.limit.LimitSimulation;
import java.util.Arrays;
import java.util.List;

/**
 * What the simulation admits in a case, in operations per second of the steady state.
 *
 * @param goodput by Goodput's rule
 * @param reference by the reference's rule
 */
record Simulated(double goodput, double reference) {

  private static final int SECONDS = 25;

  static Simulated of(LimitCase limitCase) {
    LimitScenario scenario =
        new LimitScenario(
            limitCase.nodes(),
            limitCase.replicationFactor(),
            limitCase.replicasContacted(),
            limitCase.routing(),
            LimitScenario.Decision.REPLICAS,
            limitCase.limit(),
            List.of(Phase.of(SECONDS, (double) limitCase.perSecond())),
            limitCase.conditions().simulated(),
            1);
    return new Simulated(
        steady(LimitSimulation.goodput(scenario)), steady(LimitSimulation.reference(scenario)));
  }

  private static double steady(long[] admitted) {
    return Arrays.stream(admitted).skip(LimitAccuracy.SETTLE_SECONDS).average().orElse(0);
  }
}
