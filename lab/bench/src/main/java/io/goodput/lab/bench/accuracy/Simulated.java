package io.goodput.lab.bench.accuracy;

import io.goodput.lab.simulation.limit.LimitScenario;
import io.goodput.lab.simulation.limit.LimitScenario.Phase;
import io.goodput.lab.simulation.limit.LimitSimulation;
import java.util.Arrays;
import java.util.List;

/** What each rule admits in a simulated case, in operations per second of the steady state. */
record Simulated(double goodput, double reference) {

  static Simulated of(LimitCase limitCase) {
    LimitScenario scenario =
        new LimitScenario(
            limitCase.nodes(),
            limitCase.replicationFactor(),
            limitCase.replicasContacted(),
            limitCase.routing(),
            limitCase.kind().decision(),
            limitCase.limit(),
            List.of(Phase.of(25, (double) limitCase.perSecond())),
            limitCase.conditions().simulated(),
            1);
    return new Simulated(
        steady(LimitSimulation.goodput(scenario)), steady(LimitSimulation.reference(scenario)));
  }

  private static double steady(long[] admitted) {
    return Arrays.stream(admitted).skip(LimitAccuracy.SETTLE_SECONDS).average().orElse(0);
  }
}
