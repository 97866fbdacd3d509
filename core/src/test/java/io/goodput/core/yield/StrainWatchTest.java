package io.goodput.core.yield;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import io.goodput.core.yield.StrainWatch.Second;
import org.junit.jupiter.api.Test;

class StrainWatchTest {

  private static final double LOAD = 7;
  private static final long READS = 1_000;

  private final StrainWatch watch = new StrainWatch();

  private boolean waited(double turnMillis, double readMillis, boolean works) {
    Second second =
        new Second(turnMillis * Nanos.PER_MILLI, LOAD, READS, READS * readMillis * Nanos.PER_MILLI);
    return watch.next(second, works).waited();
  }

  @Test
  void threads_thatWaitForProcessors_areAStrain() {
    assertThat(waited(0.4, 0.1, true)).isFalse();
    assertThat(waited(0.6, 0.1, true)).isTrue();
  }

  @Test
  void reads_thatTakeLongerThanWithoutBackgroundWork_areAStrain() {
    waited(0, 0.3, false);

    assertThat(waited(0, 0.8, true)).isFalse();
    assertThat(waited(0, 1, true)).isTrue();
  }

  @Test
  void reads_thatAreStillShort_areNoStrain() {
    waited(0, 0.1, false);

    assertThat(waited(0, 0.45, true)).isFalse();
  }

  @Test
  void reads_thatHaveOnlyBeenSeenWithBackgroundWork_tellNothing() {
    waited(0, 0.1, true);

    assertThat(waited(0, 100, true)).isFalse();
  }

  @Test
  void reads_withBackgroundWork_doNotChangeWhatIsCalm() {
    waited(0, 0.3, false);
    for (int second = 0; second < 100; second++) {
      waited(0, 5, true);
    }

    assertThat(watch.calmReadNanos()).isEqualTo(0.3 * Nanos.PER_MILLI);
  }

  @Test
  void reads_thatBecomeLargerWithoutBackgroundWork_becomeCalm() {
    waited(0, 0.3, false);
    for (int second = 0; second < 60; second++) {
      waited(0, 5, false);
    }

    assertThat(waited(0, 6, true)).isFalse();
  }

  @Test
  void fewReads_tellNothing() {
    waited(0, 0.1, false);

    assertThat(watch.next(new Second(0, LOAD, 10, 10.0 * Nanos.PER_SECOND), true).waited())
        .isFalse();
  }

  @Test
  void load_isHandedOn() {
    assertThat(watch.next(new Second(0, LOAD, 0, 0), true).load()).isEqualTo(LOAD);
  }
}
