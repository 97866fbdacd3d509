package io.goodput.lab.bench.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.simulation.limit.LimitScenario.Routing;
import org.junit.jupiter.api.Test;

class LimitCasesTest {

  @Test
  void full_coversEveryConsistencyRoutingKindOverloadAndSmallLimit() {
    assertThat(LimitCase.full()).hasSize(3 * 3 * 2 * 4 + 3 + 5 * 2).doesNotHaveDuplicates();
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
  void roundRobin_largeLimit_hasCoordinatorsThatAreNotReplicas() {
    assertThat(LimitCase.full())
        .filteredOn(it -> it.routing() == Routing.ROUND_ROBIN && it.limit() > 5)
        .allMatch(it -> it.replicationFactor() < LimitCase.NODES);
  }

  @Test
  void smallLimits_haveSeveralReplicasThatCoordinate() {
    assertThat(LimitCase.full())
        .filteredOn(it -> it.limit() <= 5)
        .extracting(LimitCase::limit, LimitCase::routing, LimitCase::replicationFactor)
        .containsExactly(
            tuple(1L, Routing.ROUND_ROBIN, LimitCase.NODES),
            tuple(2L, Routing.ROUND_ROBIN, LimitCase.NODES),
            tuple(5L, Routing.ROUND_ROBIN, LimitCase.NODES));
  }
}
