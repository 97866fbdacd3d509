package io.goodput.core.warming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** On a disk that reads in 10 ms, as many at once as it has channels. */
class WarmingPaceTest {

  private static final long READ = 10_000_000;
  private static final long SECOND = 1_000_000_000;

  private final WarmingPace pace = new WarmingPace(1000);

  @Test
  void took_onAnIdleDisk_asManyAtOnceAsItHasChannels() {
    readOnDiskOf(8, 500);

    assertThat(pace.atOnce()).isBetween(8, 10);
  }

  @Test
  void took_whenUsersTakeMostOfTheDisk_makesWayForThem() {
    readOnDiskOf(8, 500);
    readOnDiskOf(2, 500);

    assertThat(pace.atOnce()).isBetween(2, 4);
  }

  @Test
  void took_onADiskThatIsNeverIdle_oneAtATimeStillMay() {
    pace.took(READ);
    for (int i = 0; i < 500; i++) {
      pace.took(50 * READ);
    }

    assertThat(pace.waitNanos(0, 0)).isZero();
    assertThat(pace.waitNanos(1, 0)).isPositive();
  }

  @Test
  void waitNanos_withinASecond_startsNoMoreThanAllowed() {
    int started = 0;
    for (long now = 0; now < SECOND; now += 100_000) {
      started += pace.waitNanos(0, now) == 0 ? 1 : 0;
    }

    assertThat(started).isEqualTo(1000);
  }

  /** Reads more at once than there are channels for take turns. */
  private void readOnDiskOf(int channels, int reads) {
    for (int i = 0; i < reads; i++) {
      pace.took(Math.max(READ, READ * pace.atOnce() / channels));
    }
  }
}
