package io.goodput.lab.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.simulation.queue.QueueSimulation.Policy;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A server that pauses for 150 ms every 2 s, whose clients wait 500 ms,")
class QueueSimulationTest {

  private static final int CAPACITY = 5000;
  private static final int PATIENCE = 500;
  private static final double DROP_COST = 0.07;

  @DisplayName("answers in time nearly as much as it can, given what dropping the rest costs")
  @ParameterizedTest(name = "at {0} times its capacity")
  @CsvSource({"1.2", "1.5", "2", "3"})
  void goodput(double load) {
    double paused = 1 - 150 / 2000.0;
    double drops = (load - paused) * DROP_COST;

    assertThat(run(Policy.GOODPUT, load, PATIENCE).goodput())
        .isGreaterThan(0.95 * CAPACITY * (paused - drops));
  }

  @Test
  @DisplayName("answers next to nothing in time if it drops nothing")
  void nothingDropped() {
    assertThat(run(Policy.NOTHING, 1.5, PATIENCE).goodput()).isLessThan(0.05 * CAPACITY);
  }

  @Test
  @DisplayName("answers little in time if it drops only requests whose clients have given up")
  void expiredDropped() {
    assertThat(run(Policy.EXPIRED, 1.5, PATIENCE).goodput()).isLessThan(0.1 * CAPACITY);
  }

  @Test
  @DisplayName("keeps its goodput if it overestimates the patience of clients four times")
  void wrongPatience() {
    assertThat(run(Policy.GOODPUT, 2, 4 * PATIENCE).goodput()).isGreaterThan(0.8 * CAPACITY);
  }

  @Test
  @DisplayName("answers fast under any load")
  void latency() {
    assertThat(run(Policy.GOODPUT, 3, PATIENCE).medianLatency()).isLessThan(PATIENCE / 4.0);
  }

  @Test
  @DisplayName("drops nothing at half its capacity")
  void noOverload() {
    assertThat(run(Policy.GOODPUT, 0.5, PATIENCE).dropped()).isZero();
  }

  @DisplayName("gives impatient, default, and patient clients the goodput that they have alone")
  @ParameterizedTest(name = "at {0} times its capacity, {1} impatient, {2} patient")
  @CsvSource({
    "1.2, 0.1, 0.1", "1.2, 0.8, 0.1", "1.2, 0.1, 0.8", "1.2, 0.33, 0.33",
    "2.0, 0.1, 0.1", "2.0, 0.8, 0.1", "2.0, 0.1, 0.8", "2.0, 0.33, 0.33",
    "3.0, 0.1, 0.1", "3.0, 0.8, 0.1", "3.0, 0.1, 0.8", "3.0, 0.33, 0.33"
  })
  void mixedPatience(double load, double impatient, double patient) {
    assertGoodputAsAlone(
        load,
        clients(impatient, PATIENCE / 3),
        clients(1 - impatient - patient, PATIENCE),
        clients(patient, 10 * PATIENCE));
  }

  @DisplayName("serves no client less because others claim to wait for hours")
  @ParameterizedTest(name = "at {0} times its capacity, if {1} of all requests do")
  @CsvSource({"1.2, 0.1", "1.2, 0.9", "2, 0.1", "2, 0.9", "3, 0.1", "3, 0.9"})
  void claimedPatience(double load, double claiming) {
    assertGoodputAsAlone(
        load, new Clients(claiming, PATIENCE, 9_999_999), clients(1 - claiming, PATIENCE));
  }

  /** The requests of clients that wait less than the queue is long are late in any case. */
  @DisplayName("serves default clients no less because others wait only 20 ms")
  @ParameterizedTest(name = "at {0} times its capacity, if {1} of all requests do")
  @CsvSource({"0.8, 0.1", "0.8, 0.9", "1.2, 0.1", "1.2, 0.9", "2, 0.1", "2, 0.9", "3, 0.5"})
  void shortPatience(double load, double impatient) {
    QueueOutcome patient =
        run(Policy.GOODPUT, load, clients(impatient, 20), clients(1 - impatient, PATIENCE)).get(1);

    assertThat(patient.goodput() / (1 - impatient)).isGreaterThan(0.95 * alone(load, PATIENCE));
  }

  @DisplayName("answers clients in time that all wait a tenth of the usual time")
  @ParameterizedTest(name = "at {0} times its capacity")
  @CsvSource({"1.2", "2", "3"})
  void shorterThanUsual(double load) {
    QueueScenario usual =
        new QueueScenario(
            CAPACITY, load, 10 * PATIENCE, DROP_COST, 150, 8, List.of(clients(1, PATIENCE)));

    assertThat(QueueSimulation.run(usual, Policy.GOODPUT).get(0).goodput())
        .isGreaterThan(0.85 * alone(load, PATIENCE));
  }

  /** Asserts that each group has its part of the goodput of clients that are all alike. */
  private static void assertGoodputAsAlone(double load, Clients... clients) {
    List<QueueOutcome> outcomes = run(Policy.GOODPUT, load, clients);
    for (int group = 0; group < clients.length; group++) {
      assertThat(outcomes.get(group).goodput() / clients[group].share())
          .as("group %d", group)
          .isGreaterThan(0.9 * alone(load, Math.max(PATIENCE, clients[group].patience())));
    }
  }

  /** The goodput if all clients wait this long and do not say it. */
  private static double alone(double load, int patience) {
    return run(Policy.GOODPUT, load, new Clients(1, patience, PATIENCE)).get(0).goodput();
  }

  /** Clients that say how long they wait. */
  private static Clients clients(double share, int patience) {
    return new Clients(share, patience, patience);
  }

  private static List<QueueOutcome> run(Policy policy, double load, Clients... clients) {
    return QueueSimulation.run(
        new QueueScenario(CAPACITY, load, PATIENCE, DROP_COST, 150, 8, List.of(clients)), policy);
  }

  private static QueueOutcome run(Policy policy, double load, int assumedPatience) {
    return QueueSimulation.run(
            new QueueScenario(
                CAPACITY,
                load,
                assumedPatience,
                DROP_COST,
                150,
                8,
                List.of(new Clients(1, PATIENCE, assumedPatience))),
            policy)
        .get(0);
  }
}
