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
  private static final int CLIENT_TIMEOUT = 500;
  private static final double DROP_COST = 0.07;

  @DisplayName("answers in time nearly as much as it can, given what dropping the rest costs")
  @ParameterizedTest(name = "at {0} times its capacity")
  @CsvSource({"1.2", "1.5", "2", "3"})
  void goodput(double load) {
    double paused = 1 - 150 / 2000.0;
    double drops = (load - paused) * DROP_COST;

    assertThat(run(Policy.GOODPUT, load, CLIENT_TIMEOUT).goodput())
        .isGreaterThan(0.95 * CAPACITY * (paused - drops));
  }

  @Test
  @DisplayName("answers next to nothing in time if it drops nothing")
  void nothingDropped() {
    assertThat(run(Policy.NOTHING, 1.5, CLIENT_TIMEOUT).goodput()).isLessThan(0.05 * CAPACITY);
  }

  @Test
  @DisplayName("answers little in time if it drops only requests whose clients have given up")
  void expiredDropped() {
    assertThat(run(Policy.EXPIRED, 1.5, CLIENT_TIMEOUT).goodput()).isLessThan(0.1 * CAPACITY);
  }

  @Test
  @DisplayName("keeps its goodput if it overestimates the client timeout four times")
  void wrongTimeout() {
    assertThat(run(Policy.GOODPUT, 2, 4 * CLIENT_TIMEOUT).goodput()).isGreaterThan(0.8 * CAPACITY);
  }

  @Test
  @DisplayName("answers fast under any load")
  void latency() {
    assertThat(run(Policy.GOODPUT, 3, CLIENT_TIMEOUT).medianLatency())
        .isLessThan(CLIENT_TIMEOUT / 4.0);
  }

  @Test
  @DisplayName("drops nothing at half its capacity")
  void noOverload() {
    assertThat(run(Policy.GOODPUT, 0.5, CLIENT_TIMEOUT).dropped()).isZero();
  }

  @DisplayName("gives impatient, default, and patient clients the goodput that they have alone")
  @ParameterizedTest(name = "at {0} times its capacity, {1} impatient, {2} patient")
  @CsvSource({
    "1.2, 0.1, 0.8",
    "1.2, 0.33, 0.33",
    "2.0, 0.8, 0.1",
    "3.0, 0.1, 0.1",
    "3.0, 0.1, 0.8"
  })
  void mixedTimeout(double load, double impatient, double patient) {
    assertGoodputAsAlone(
        load,
        clients(impatient, CLIENT_TIMEOUT / 3),
        clients(1 - impatient - patient, CLIENT_TIMEOUT),
        clients(patient, 10 * CLIENT_TIMEOUT));
  }

  @DisplayName("serves no client less because others claim to wait for hours")
  @ParameterizedTest(name = "at {0} times its capacity, if {1} of all requests do")
  @CsvSource({"1.2, 0.1", "1.2, 0.9", "2, 0.1", "2, 0.9", "3, 0.1", "3, 0.9"})
  void claimedTimeout(double load, double claiming) {
    assertGoodputAsAlone(
        load,
        new Clients(claiming, CLIENT_TIMEOUT, 9_999_999),
        clients(1 - claiming, CLIENT_TIMEOUT));
  }

  /** The requests of clients that wait less than the queue is long are late in any case. */
  @DisplayName("serves default clients no less because others wait only 20 ms")
  @ParameterizedTest(name = "at {0} times its capacity, if {1} of all requests do")
  @CsvSource({"0.8, 0.1", "0.8, 0.9", "1.2, 0.1", "1.2, 0.9", "2, 0.1", "2, 0.9", "3, 0.5"})
  void shortTimeout(double load, double impatient) {
    QueueOutcome patient =
        run(Policy.GOODPUT, load, clients(impatient, 20), clients(1 - impatient, CLIENT_TIMEOUT))
            .get(1);

    assertThat(patient.goodput() / (1 - impatient))
        .isGreaterThan(0.95 * alone(load, CLIENT_TIMEOUT));
  }

  @DisplayName("answers clients in time that all wait a tenth of the usual time")
  @ParameterizedTest(name = "at {0} times its capacity")
  @CsvSource({"1.2", "2", "3"})
  void shorterThanUsual(double load) {
    QueueScenario usual =
        new QueueScenario(
            CAPACITY,
            load,
            10 * CLIENT_TIMEOUT,
            DROP_COST,
            150,
            8,
            List.of(clients(1, CLIENT_TIMEOUT)));

    assertThat(QueueSimulation.run(usual, Policy.GOODPUT).get(0).goodput())
        .isGreaterThan(0.85 * alone(load, CLIENT_TIMEOUT));
  }

  /** Asserts that each group has its part of the goodput of clients that are all alike. */
  private static void assertGoodputAsAlone(double load, Clients... clients) {
    List<QueueOutcome> outcomes = run(Policy.GOODPUT, load, clients);
    for (int group = 0; group < clients.length; group++) {
      assertThat(outcomes.get(group).goodput() / clients[group].share())
          .as("group %d", group)
          .isGreaterThan(0.9 * alone(load, Math.max(CLIENT_TIMEOUT, clients[group].timeout())));
    }
  }

  /** The goodput if all clients wait this long and do not say it. */
  private static double alone(double load, int timeout) {
    return run(Policy.GOODPUT, load, new Clients(1, timeout, CLIENT_TIMEOUT)).get(0).goodput();
  }

  /** Clients that say how long they wait. */
  private static Clients clients(double share, int timeout) {
    return new Clients(share, timeout, timeout);
  }

  private static List<QueueOutcome> run(Policy policy, double load, Clients... clients) {
    return QueueSimulation.run(
        new QueueScenario(CAPACITY, load, CLIENT_TIMEOUT, DROP_COST, 150, 8, List.of(clients)),
        policy);
  }

  private static QueueOutcome run(Policy policy, double load, int assumedTimeout) {
    return QueueSimulation.run(
            new QueueScenario(
                CAPACITY,
                load,
                assumedTimeout,
                DROP_COST,
                150,
                8,
                List.of(new Clients(1, CLIENT_TIMEOUT, assumedTimeout))),
            policy)
        .get(0);
  }
}
