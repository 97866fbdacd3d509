package io.goodput.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.simulation.Scenario.Phase;
import io.goodput.core.simulation.Scenario.Routing;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A cluster with a replication factor of 3")
class LimitSimulationTest {

  private static final long LIMIT = 100;
  private static final int CONVERGED_AFTER = 5;
  private static final List<Double> OVERLOADS = List.of(2.0, 10.0, 100.0, 1000.0);

  static Stream<Arguments> everyCase() {
    return cases(OVERLOADS);
  }

  /** Without the highest overload, which takes the longest and differs least. */
  static Stream<Arguments> mostCases() {
    return cases(OVERLOADS.subList(0, 3));
  }

  private static Stream<Arguments> cases(List<Double> overloads) {
    return Stream.of(Routing.values())
        .flatMap(
            routing ->
                Stream.of(1, 2, 3)
                    .flatMap(
                        contacted ->
                            overloads.stream()
                                .map(overload -> Arguments.of(routing, contacted, overload))));
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("everyCase")
  @DisplayName("admits its limit within 10 % from the sixth second of a flood on")
  void steadyState(Routing routing, int contacted, double overload) {
    long[] admitted =
        LimitSimulation.goodput(
            flood(routing, contacted, overload).withLoad(Phase.of(25, LIMIT * overload)));

    assertThat(mean(admitted, CONVERGED_AFTER, 25)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("everyCase")
  @DisplayName("admits at most about twice its limit in the first second of a flood")
  void firstSecond(Routing routing, int contacted, double overload) {
    long[] admitted = LimitSimulation.goodput(flood(routing, contacted, overload));

    assertThat(admitted[0]).isLessThanOrEqualTo((long) (2.1 * LIMIT));
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("mostCases")
  @DisplayName("refuses a load of nine tenths less than once in a hundred, 3 s after a flood")
  void afterTheFlood(Routing routing, int contacted, double overload) {
    double nineTenths = 0.9 * LIMIT;
    Scenario scenario =
        flood(routing, contacted, overload)
            .withLoad(
                Phase.of(6, LIMIT * overload), Phase.of(3, nineTenths), Phase.of(60, nineTenths));
    LimitSimulation.Result result = LimitSimulation.run(scenario, LimitSimulation.RuleOf.GOODPUT);

    assertThat((double) sum(result.admitted(), 9, 69))
        .isGreaterThanOrEqualTo(0.99 * sum(result.offered(), 9, 69));
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("mostCases")
  @DisplayName("holds its limit with clocks half a second apart, one of which jumps")
  void badClocks(Routing routing, int contacted, double overload) {
    long[] admitted =
        LimitSimulation.goodput(
            flood(routing, contacted, overload)
                .withLoad(Phase.of(25, LIMIT * overload))
                .withClocks(500, 500));

    assertThat(mean(admitted, CONVERGED_AFTER, 25)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("mostCases")
  @DisplayName("holds its limit with a fifth of the reports lost and uneven replicas")
  void badNetwork(Routing routing, int contacted, double overload) {
    long[] admitted =
        LimitSimulation.goodput(
            flood(routing, contacted, overload)
                .withLoad(Phase.of(25, LIMIT * overload))
                .withNetwork(0.2, true));

    assertThat(mean(admitted, CONVERGED_AFTER, 25)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("mostCases")
  @DisplayName("holds its limit from 2 s on after a coordinator died, and after it came back")
  void coordinatorDiesAndJoins(Routing routing, int contacted, double overload) {
    double load = LIMIT * overload;
    long[] admitted =
        LimitSimulation.goodput(
            flood(routing, contacted, overload)
                .withLoad(Phase.of(6, load), new Phase(14, load, 1), Phase.of(14, load)));

    assertThat(mean(admitted, 8, 20)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
    assertThat(mean(admitted, 22, 34)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
  }

  @Test
  @DisplayName("admits three times its limit under the reference's rule, where this is worst")
  void reference() {
    long[] admitted =
        LimitSimulation.reference(
            flood(Routing.TOKEN_AWARE, 1, 100).withLoad(Phase.of(25, LIMIT * 100)));

    assertThat(mean(admitted, CONVERGED_AFTER, 25)).isBetween(2.7 * LIMIT, 3.3 * LIMIT);
  }

  private static Scenario flood(Routing routing, int contacted, double overload) {
    int nodes = routing == Routing.ROUND_ROBIN || routing == Routing.ONE_OTHER ? 6 : 3;
    return Scenario.flood(nodes, contacted, routing, LIMIT, overload);
  }

  private static double mean(long[] perSecond, int from, int to) {
    return sum(perSecond, from, to) / (double) (to - from);
  }

  private static long sum(long[] perSecond, int from, int to) {
    return Arrays.stream(perSecond, from, to).sum();
  }
}
