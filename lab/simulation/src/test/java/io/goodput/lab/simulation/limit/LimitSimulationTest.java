package io.goodput.lab.simulation.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.simulation.limit.LimitScenario.Phase;
import io.goodput.lab.simulation.limit.LimitScenario.Routing;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A cluster with a replication factor of 3")
class LimitSimulationTest {

  private static final long LIMIT = 100;
  private static final int CONVERGED_AFTER = 5;
  private static final Map<LimitScenario, LimitOutcome> OUTCOMES = new ConcurrentHashMap<>();
  private static final List<Double> OVERLOADS = List.of(2.0, 10.0, 100.0, 1000.0);

  static Stream<Arguments> everyCase() {
    return cases(OVERLOADS);
  }

  /** All but the highest overload, which takes longest to run and adds least. */
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
  @DisplayName("admits its limit, give or take 10%, from the sixth second of a flood")
  void steadyState(Routing routing, int contacted, double overload) {
    long[] admitted =
        LimitSimulation.goodput(
            flood(routing, contacted, overload).withLoad(Phase.of(25, LIMIT * overload)));

    assertThat(mean(admitted, CONVERGED_AFTER, 25)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("everyCase")
  @DisplayName("admits at most 2.1 times its limit in the first second of a flood")
  void firstSecond(Routing routing, int contacted, double overload) {
    long[] admitted = LimitSimulation.goodput(flood(routing, contacted, overload));

    assertThat(admitted[0]).isLessThanOrEqualTo((long) (2.1 * LIMIT));
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("mostCases")
  @DisplayName("rejects less than 1% of a load at nine tenths of its limit, 3 s after a flood")
  void afterTheFlood(Routing routing, int contacted, double overload) {
    double nineTenths = 0.9 * LIMIT;
    LimitScenario scenario =
        flood(routing, contacted, overload)
            .withLoad(
                Phase.of(6, LIMIT * overload), Phase.of(3, nineTenths), Phase.of(60, nineTenths));
    LimitOutcome result = LimitSimulation.run(scenario, LimitSimulation.Policy.GOODPUT);

    assertThat((double) sum(result.admitted(), 9, 69))
        .isGreaterThanOrEqualTo(0.99 * sum(result.offered(), 9, 69));
  }

  @ParameterizedTest(name = "{0}, {1} replicas contacted, {2} times the limit")
  @MethodSource("mostCases")
  @DisplayName("holds its limit while clocks differ by half a second and one of them steps")
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
  @DisplayName(
      "holds its limit while a fifth of the reports is lost and coordinators prefer some replicas")
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
  @DisplayName("holds its limit 2 s after a coordinator has died, and 2 s after it is back")
  void coordinatorDiesAndJoins(Routing routing, int contacted, double overload) {
    double load = LIMIT * overload;
    long[] admitted =
        LimitSimulation.goodput(
            flood(routing, contacted, overload)
                .withLoad(Phase.of(6, load), new Phase(14, load, 1), Phase.of(14, load)));

    assertThat(mean(admitted, 8, 20)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
    assertThat(mean(admitted, 22, 34)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
  }

  @ParameterizedTest(name = "{0} nodes, {1} replicas, {2}, {3} times the limit")
  @MethodSource("otherClusters")
  @DisplayName("admits its limit, give or take 10%, where coordinators decide that are no replicas")
  void decidedByCoordinators(int nodes, int replicas, Routing routing, double overload) {
    LimitScenario scenario =
        LimitScenario.flood(nodes, 1, routing, LIMIT, overload)
            .withLoad(Phase.of(25, LIMIT * overload))
            .decidedByCoordinators(replicas);

    assertThat(mean(LimitSimulation.goodput(scenario), CONVERGED_AFTER, 25))
        .isBetween(0.9 * LIMIT, 1.1 * LIMIT);
  }

  static Stream<Arguments> otherClusters() {
    return Stream.of(3, 6, 30)
        .flatMap(
            nodes ->
                Stream.of(1, 2, 3, 5)
                    .filter(replicas -> replicas <= nodes)
                    .flatMap(
                        replicas ->
                            Stream.of(Routing.ROUND_ROBIN, Routing.ONE_OTHER)
                                .flatMap(
                                    routing ->
                                        Stream.of(2.0, 20.0)
                                            .map(
                                                overload ->
                                                    Arguments.of(
                                                        nodes, replicas, routing, overload)))));
  }

  @ParameterizedTest(name = "{0} nodes, {1}, {2} times the limit")
  @CsvSource({
    "100, ROUND_ROBIN, 2",
    "100, ROUND_ROBIN, 100",
  })
  @DisplayName("admits its limit, give or take 10%, from the eleventh second in a large cluster")
  void largeCluster(int nodes, Routing routing, double overload) {
    LimitOutcome outcome = large(nodes, routing, overload);

    assertThat(mean(outcome.admitted(), 10, 30)).isBetween(0.9 * LIMIT, 1.1 * LIMIT);
  }

  @ParameterizedTest(name = "{0} nodes, {1} times the limit")
  @CsvSource({"100, 2", "100, 100"})
  @DisplayName(
      "sends at most 200 reports per second and node in a large cluster, and receives about as many")
  void messagesInLargeCluster(int nodes, double overload) {
    LimitOutcome outcome = large(nodes, Routing.ROUND_ROBIN, overload);

    assertThat(IntStream.of(outcome.mostSent()).max().orElseThrow()).isLessThanOrEqualTo(200);
    // Replicas know only after some seconds how many coordinators report.
    assertThat(IntStream.of(outcome.mostReceived()).skip(20).max().orElseThrow())
        .isLessThanOrEqualTo(230);
  }

  @ParameterizedTest(name = "{0}, {1} times the limit")
  @CsvSource({"ROUND_ROBIN, 2", "ROUND_ROBIN, 100", "ONE_OTHER, 20"})
  @DisplayName("does the same in a cluster of 1,000 nodes")
  @Tag("slow")
  void largestCluster(Routing routing, double overload) {
    largeCluster(1_000, routing, overload);
    if (routing == Routing.ROUND_ROBIN) {
      messagesInLargeCluster(1_000, overload);
    }
  }

  @ParameterizedTest(name = "{0} nodes, {1} times the limit")
  @CsvSource({"100, 1.5", "100, 20", "300, 1.5"})
  @Tag("slow")
  @DisplayName("holds a limit of 5 in a large cluster, give or take a half")
  void lowLimitInLargeCluster(int nodes, double overload) {
    long limit = 5;
    LimitScenario scenario =
        LimitScenario.flood(nodes, 1, Routing.ROUND_ROBIN, limit, overload)
            .withLoad(Phase.of(60, limit * overload))
            .decidedByCoordinators(3);

    assertThat(mean(LimitSimulation.goodput(scenario), 10, 60)).isBetween(0.5 * limit, 1.5 * limit);
  }

  /** Runs a scenario once for all tests that ask for it. */
  private static LimitOutcome large(int nodes, Routing routing, double overload) {
    LimitScenario scenario =
        LimitScenario.flood(nodes, 1, routing, LIMIT, overload)
            .withLoad(Phase.of(30, LIMIT * overload))
            .decidedByCoordinators(3);
    return OUTCOMES.computeIfAbsent(
        scenario, added -> LimitSimulation.run(added, LimitSimulation.Policy.GOODPUT));
  }

  @Test
  @DisplayName("admits three times its limit with the reference policy, in the worst case")
  void reference() {
    long[] admitted =
        LimitSimulation.reference(
            flood(Routing.TOKEN_AWARE, 1, 100).withLoad(Phase.of(25, LIMIT * 100)));

    assertThat(mean(admitted, CONVERGED_AFTER, 25)).isBetween(2.7 * LIMIT, 3.3 * LIMIT);
  }

  private static LimitScenario flood(Routing routing, int contacted, double overload) {
    int nodes = routing == Routing.ROUND_ROBIN || routing == Routing.ONE_OTHER ? 6 : 3;
    return LimitScenario.flood(nodes, contacted, routing, LIMIT, overload);
  }

  private static double mean(long[] perSecond, int from, int to) {
    return sum(perSecond, from, to) / (double) (to - from);
  }

  private static long sum(long[] perSecond, int from, int to) {
    return Arrays.stream(perSecond, from, to).sum();
  }
}
