package io.goodput.lab.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.simulation.limit.LimitScenario.Routing;
import org.junit.jupiter.api.Test;

class LimitCasesTest {

  @Test
  void full_coversEveryConsistencyRoutingKindAndOverload() {
    assertThat(LimitCase.full()).hasSize(3 * 3 * 2 * 4 + 5 * 2).doesNotHaveDuplicates();
  }

  @Test
  void quick_coversEveryKind() {
    assertThat(LimitCase.quick()).extracting(LimitCase::kind).contains(LimitCase.Kind.values());
  }

  @Test
  void quick_isAPartOfTheFullLength() {
    assertThat(LimitCase.full()).containsAll(LimitCase.quick());
  }

  @Test
  void quick_coversEveryConsistencyWithEveryRouting() {
    assertThat(
            LimitCase.quick().stream()
                .filter(limitCase -> limitCase.consistency() != DefaultConsistencyLevel.SERIAL)
                .map(limitCase -> limitCase.consistency() + " " + limitCase.routing())
                .distinct())
        .hasSize(9);
  }

  @Test
  void roundRobin_onThreeNodes_hasCoordinatorsThatAreNotReplicas() {
    assertThat(LimitCase.full())
        .filteredOn(limitCase -> limitCase.routing() == Routing.ROUND_ROBIN)
        .allMatch(limitCase -> limitCase.replicationFactor() < LimitCase.NODES);
  }
}
