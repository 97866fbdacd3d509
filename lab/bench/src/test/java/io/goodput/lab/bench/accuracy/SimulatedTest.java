package io.goodput.lab.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.accuracy.AccuracyResult.Simulated;
import io.goodput.lab.simulation.limit.LimitScenario.Routing;
import org.junit.jupiter.api.Test;

class SimulatedTest {

  @Test
  void of_readsThroughAllReplicas_keepsTheLimitWhereTheReferenceDoesNot() {
    Simulated simulated =
        Simulated.of(
            new LimitCase(
                3,
                DefaultConsistencyLevel.ONE,
                Routing.TOKEN_AWARE,
                LimitCase.Kind.READS,
                10,
                100));

    assertThat(simulated.goodput()).isCloseTo(100, within(10.0));
    assertThat(simulated.reference()).isGreaterThan(250);
  }
}
