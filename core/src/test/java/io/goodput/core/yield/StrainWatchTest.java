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
  void threads_thatWaitTwiceAsLongAsUsual_areAStrain() {
    waited(0.1, 0, false);

    assertThat(waited(0.19, 0, true)).isFalse();
    assertThat(waited(0.22, 0, true)).isTrue();
  }

  @Test
  void threads_thatHardlyWait_areNoStrain() {
    waited(0.01, 0, false);

    assertThat(waited(0.09, 0, true)).isFalse();
  }

  @Test
  void threads_thatKeepWaitingAlthoughTheWorkYields_areNoLongerAStrain() {
    waited(0.1, 0, false);
    for (int second = 0; second < 1_800; second++) {
      waited(0.3, 0, true);
    }

    assertThat(waited(0.3, 0, true)).isFalse();
  }

  @Test
  void reads_thatTakeLongerThanUsual_areAStrain() {
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
  void reads_thatAreSlowForAMinuteWithBackgroundWork_areStillAStrain() {
    waited(0, 0.3, false);

    for (int second = 0; second < 60; second++) {
      assertThat(waited(0, 5, true)).isTrue();
    }
  }

  @Test
  void reads_thatStaySlowForHalfAnHour_areNoLongerAStrain() {
    waited(0, 0.3, false);
    for (int second = 0; second < 1_800; second++) {
      waited(0, 5, true);
    }

    assertThat(waited(0, 5, true)).isFalse();
  }

  @Test
  void reads_thatBecomeLargerWithoutBackgroundWork_areUsualWithinAMinute() {
    waited(0, 0.3, false);
    for (int second = 0; second < 60; second++) {
      waited(0, 5, false);
    }

    assertThat(waited(0, 6, true)).isFalse();
  }

  @Test
  void reads_whileThreadsWait_areNotUsual() {
    waited(0, 0.3, false);
    for (int second = 0; second < 10; second++) {
      waited(5, 50, false);
    }

    assertThat(waited(0, 20, true)).isTrue();
  }

  @Test
  void reads_ofTheSecondAfterBackgroundWork_areNotUsual() {
    waited(0, 0.3, false);
    waited(0, 50, true);
    waited(0, 50, false);

    assertThat(waited(0, 20, true)).isTrue();
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
