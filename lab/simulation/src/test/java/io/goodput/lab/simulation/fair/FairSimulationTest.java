package io.goodput.lab.simulation.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Nodes that share their room while requests wait for threads or processors")
class FairSimulationTest {

  private static final Flow USUAL = Flow.open(0.4, 1000);
  private static final Flow HOT = Flow.open(3, 1).asNeighbor();
  private static final Flow SCANS = Flow.closed(90, 1000).costing(20).asNeighbor();

  private static final FairScenario ANY_OF_12 =
      FairScenario.of("hot partition on 12 nodes", USUAL, Flow.open(0.75, 1).asNeighbor())
          .withAnyOf(12);

  static Stream<FairScenario> calm() {
    return Stream.of(
        FairScenario.of("pauses", Flow.open(0.46, 1000), Flow.open(0.08, 1)).withPause(200),
        FairScenario.of("pauses on any", Flow.open(0.46, 1000), Flow.open(0.08, 1))
            .withPause(200)
            .withAnyOf(3),
        FairScenario.of("expensive requests on 12 nodes", USUAL, Flow.open(0.02, 1).costing(50))
            .withAnyOf(12),
        FairScenario.of("slow disk", USUAL).withDisk(20),
        FairScenario.of("hanging node", Flow.open(0.3, 1000)).withHanging(1));
  }

  @DisplayName("refuse nothing while there is enough for all")
  @ParameterizedTest
  @MethodSource("calm")
  void calm(FairScenario scenario) {
    FairOutcome outcome = FairSimulation.run(scenario, Signal.THREADS_OR_PROCESSORS_TOLD);

    assertThat(outcome.judgedRefused()).isZero();
  }

  static Stream<FairScenario> neighbors() {
    return Stream.of(
        FairScenario.of("hot partition", USUAL, HOT),
        FairScenario.of("another tenant's", USUAL.from(1, 1), HOT.from(1, 1)),
        ANY_OF_12,
        FairScenario.of("expensive partition", USUAL, Flow.open(2, 1).costing(50).asNeighbor()),
        FairScenario.of("scans", USUAL.from(1, 1), SCANS.from(1, 1)));
  }

  @DisplayName("serve those who ask for less than their share")
  @ParameterizedTest
  @MethodSource("neighbors")
  void protectedRequests(FairScenario scenario) {
    FairOutcome alone = FairSimulation.run(scenario.alone(), Signal.NONE);

    assertThat(FairSimulation.run(scenario, Signal.THREADS_OR_PROCESSORS_TOLD).judged())
        .isGreaterThan(0.97 * alone.judged());
  }

  @DisplayName("answer fast although a replica that others coordinate for is overloaded")
  @Test
  void overloadedReplica() {
    FairOutcome silent = FairSimulation.run(ANY_OF_12, Signal.THREADS_OR_PROCESSORS);

    assertThat(FairSimulation.run(ANY_OF_12, Signal.THREADS_OR_PROCESSORS_TOLD).judgedP99())
        .isLessThan(silent.judgedP99() / 10);
  }

  @DisplayName("leave the rest to the others")
  @ParameterizedTest
  @MethodSource("neighbors")
  void rest(FairScenario scenario) {
    FairOutcome stock = FairSimulation.run(scenario, Signal.NONE);

    assertThat(FairSimulation.run(scenario, Signal.THREADS_OR_PROCESSORS_TOLD).work())
        .isGreaterThan(0.9 * stock.work());
  }
}
