package io.goodput.lab.simulation.heat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The dynamic snitch")
class DynamicSnitchTest {

  private static final List<Integer> ALL = List.of(0, 1, 2);

  private final DynamicSnitch snitch = new DynamicSnitch(3);

  @Test
  @DisplayName("reads from the coordinator and the next replica of the ring without scores")
  void noScores() {
    assertThat(snitch.choose(1, 2, ALL, 2)).containsExactly(1, 2);
    assertThat(snitch.choose(1, 0, ALL, 2)).containsExactly(1, 0);
  }

  @Test
  @DisplayName("keeps that order while no score is more than twice as bad")
  void similarScores() {
    answers(0, 0, 0.010);
    answers(0, 1, 0.020);
    answers(0, 2, 0.011);

    assertThat(snitch.choose(0, 0, ALL, 2)).containsExactly(0, 1);
  }

  @Test
  @DisplayName("leaves out the replica whose median is more than twice as high")
  void badScore() {
    answers(0, 0, 0.100);
    answers(0, 1, 0.010);
    answers(0, 2, 0.011);

    assertThat(snitch.choose(0, 0, ALL, 2)).containsExactly(1, 2);
  }

  @Test
  @DisplayName("does not see disk reads that are fewer than half of the reads")
  void medianOnly() {
    for (int i = 0; i < 60; i++) {
      snitch.answered(0, 1, i * 0.001, i % 3 == 0 ? 0.5 : 0.001);
      snitch.answered(0, 0, i * 0.001, 0.001);
      snitch.answered(0, 2, i * 0.001, 0.001);
    }
    snitch.update();

    assertThat(snitch.choose(0, 0, ALL, 2)).containsExactly(0, 1);
  }

  @Test
  @DisplayName("reads from a bad replica if no other one is up")
  void noChoice() {
    answers(0, 0, 0.100);
    answers(0, 1, 0.010);

    assertThat(snitch.choose(0, 0, List.of(0, 1), 2)).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  @DisplayName("has no scores on a coordinator that has restarted")
  void restarted() {
    answers(0, 0, 0.100);
    answers(0, 1, 0.010);

    snitch.restart(0);

    assertThat(snitch.choose(0, 0, ALL, 2)).containsExactly(0, 1);
  }

  private void answers(int coordinator, int replica, double latency) {
    snitch.answered(coordinator, replica, 1, latency);
    snitch.update();
  }
}
