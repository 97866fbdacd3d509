package io.goodput.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.simulation.QueueSimulation.Outcome;
import io.goodput.core.simulation.QueueSimulation.Rule;
import io.goodput.core.simulation.QueueSimulation.Setting;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A server that pauses for 150 ms every two seconds, with clients that wait 500 ms,")
class QueueSimulationTest {

  private static final int CAPACITY = 5000;
  private static final int PATIENCE = 500;
  private static final double DROP_COST = 0.07;

  @DisplayName("serves in time nearly what it can, beside dropping the rest")
  @ParameterizedTest(name = "at {0} times its capacity")
  @CsvSource({"1.2", "1.5", "2", "3"})
  void goodput(double load) {
    double paused = 1 - 150 / 2000.0;
    double drops = (load - paused) * DROP_COST;

    assertThat(run(Rule.GOODPUT, load, PATIENCE).goodput())
        .isGreaterThan(0.95 * CAPACITY * (paused - drops));
  }

  @Test
  @DisplayName("has hardly a request answered in time if it serves them all")
  void nothingDropped() {
    assertThat(run(Rule.NOTHING, 1.5, PATIENCE).goodput()).isLessThan(0.05 * CAPACITY);
  }

  @Test
  @DisplayName("has few answered in time if it drops those alone whose clients have given up")
  void expiredDropped() {
    assertThat(run(Rule.EXPIRED, 1.5, PATIENCE).goodput()).isLessThan(0.1 * CAPACITY);
  }

  @Test
  @DisplayName("keeps its goodput if it takes clients to be four times as patient as they are")
  void wrongPatience() {
    assertThat(run(Rule.GOODPUT, 2, 4 * PATIENCE).goodput()).isGreaterThan(0.8 * CAPACITY);
  }

  @Test
  @DisplayName("answers fast, whatever is asked for")
  void latency() {
    assertThat(run(Rule.GOODPUT, 3, PATIENCE).medianLatency()).isLessThan(PATIENCE / 4.0);
  }

  @Test
  @DisplayName("drops nothing at half of its capacity")
  void noOverload() {
    assertThat(run(Rule.GOODPUT, 0.5, PATIENCE).dropped()).isZero();
  }

  private static Outcome run(Rule rule, double load, int believedPatience) {
    return QueueSimulation.run(
        rule, new Setting(CAPACITY, load, PATIENCE, believedPatience, DROP_COST, 150, 8));
  }
}
