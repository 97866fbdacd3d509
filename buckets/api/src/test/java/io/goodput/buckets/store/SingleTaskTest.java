package io.goodput.buckets.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A task that runs once at a time")
class SingleTaskTest {

  private final SingleTask task = new SingleTask();
  private int starts;

  @Test
  @DisplayName("does not start while it runs")
  void start_whileItRuns_doesNothing() {
    task.start(this::begin);
    task.start(this::begin);

    assertThat(starts).isEqualTo(1);
  }

  @Test
  @DisplayName("starts again when it has ended")
  void start_afterTheEnd_starts() {
    task.start(this::begin);
    task.ended();
    task.start(this::begin);

    assertThat(starts).isEqualTo(2);
  }

  @Test
  @DisplayName("starts again when there was no thread for it")
  void start_afterAFailure_starts() {
    task.start(
        () -> {
          throw new OutOfMemoryError("unable to create native thread");
        });
    task.start(this::begin);

    assertThat(starts).isEqualTo(1);
  }

  @Test
  @DisplayName("starts again when there was no thread for its next part")
  void restart_thatFails_letsItStart() {
    task.start(this::begin);
    task.restart(() -> false);
    task.start(this::begin);

    assertThat(starts).isEqualTo(2);
  }

  private boolean begin() {
    starts++;
    return true;
  }
}
