package io.goodput.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.simulation.queue.QueueSimulation.Policy;
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

  private static QueueOutcome run(Policy policy, double load, int assumedPatience) {
    return QueueSimulation.run(
        new QueueScenario(CAPACITY, load, PATIENCE, assumedPatience, DROP_COST, 150, 8), policy);
  }
}
