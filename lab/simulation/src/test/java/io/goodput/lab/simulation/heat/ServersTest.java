package io.goodput.lab.simulation.heat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Of two servers,")
class ServersTest {

  private final Servers servers = new Servers(2);

  @Test
  @DisplayName("an idle one begins a task when it arrives")
  void idle() {
    occupy(1, 5);

    assertThat(servers.begin(2)).isEqualTo(2);
  }

  @Test
  @DisplayName("the one that is free first begins the task of a queue")
  void queue() {
    occupy(1, 5);
    occupy(1, 4);

    assertThat(servers.begin(2)).isEqualTo(4);
  }

  @Test
  @DisplayName("one is idle again when its task has ended")
  void hasIdle() {
    occupy(1, 5);
    occupy(1, 4);

    assertThat(servers.hasIdle(1, 3.9)).isFalse();
    assertThat(servers.hasIdle(1, 4)).isTrue();
    assertThat(servers.hasIdle(2, 4)).isFalse();
  }

  private void occupy(double now, double end) {
    servers.begin(now);
    servers.occupy(end);
  }
}
