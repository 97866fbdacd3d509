package io.goodput.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeSourceTest {

  private final TimeSource time = TimeSource.system();

  @Test
  void wallNanos_ofTheSystem_isTheSystemClock() {
    long before = System.currentTimeMillis();
    long wall = time.wallNanos() / Nanos.PER_MILLI;
    long after = System.currentTimeMillis();

    assertThat(wall).isBetween(before, after);
  }

  @Test
  void monotonicNanos_ofTheSystem_isNanoTime() {
    long before = System.nanoTime();
    long passed = time.monotonicNanos() - before;

    assertThat(passed).isBetween(0L, System.nanoTime() - before);
  }
}
