package io.goodput.lab.simulation.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.simulation.queue.QueueSimulation.Policy;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Why an operator has to switch on that late requests are dropped. */
@DisplayName("A server at half its capacity that pauses for 800 ms, whose clients wait 2 s,")
class LongPauseTest {

  private static final int CAPACITY = 5000;

  private static final QueueScenario SCENARIO =
      new QueueScenario(CAPACITY, 0.5, 2000, 0.07, 800, 8, List.of(new Clients(1, 2000, 2000)));

  @Test
  @DisplayName("answers all requests in time if it drops none")
  void nothingDropped() {
    QueueOutcome outcome = QueueSimulation.run(SCENARIO, Policy.NOTHING).get(0);

    assertThat(outcome.goodput()).isEqualTo(outcome.served());
  }

  @Test
  @DisplayName("drops some requests that it could answer in time")
  void goodput() {
    assertThat(QueueSimulation.run(SCENARIO, Policy.GOODPUT).get(0).dropped())
        .isGreaterThan(0.01 * CAPACITY);
  }
}
