package io.goodput.core.warming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** On disks that take 10 ms for a read, or as much on average. */
class WarmingPaceTest {

  private static final long READ = 10_000_000;
  private static final long SECOND = 1_000_000_000;

  private final WarmingPace pace = shared();
  private final SplittableRandom random = new SplittableRandom(20261122);
  private long now;

  @Test
  void took_onADiskOfManyChannels_asManyAtOnceAsEver() {
    readOnDiskOf(24, 500);

    assertThat(pace.atOnce()).isEqualTo(WarmingPace.MAX_AT_ONCE);
  }

  @Test
  void took_onADiskThatIsIdle_asManyAtOnceAsEverAfterFewReads() {
    readOnDiskOf(24, 4 * 8);

    assertThat(pace.atOnce()).isEqualTo(WarmingPace.MAX_AT_ONCE);
  }

  @Test
  void took_onADiskOfFewChannels_hardlyMoreAtOnceThanThese() {
    readOnDiskOf(4, 500);

    assertThat(pace.atOnce()).isBetween(4, 6);
  }

  @Test
  void took_onADiskOfOneChannel_twoAtOnceAtMost() {
    readOnDiskOf(1, 500);

    assertThat(pace.atOnce()).isBetween(1, 2);
  }

  @Test
  void took_whenUsersTakeMostOfTheDisk_makesWayForThem() {
    readOnDiskOf(24, 500);
    readOnDiskOf(2, 500);

    assertThat(pace.atOnce()).isBetween(1, 3);
  }

  @Test
  void took_whenUsersLeaveTheDisk_asManyAtOnceAsEverAgain() {
    readOnDiskOf(24, 500);
    readOnDiskOf(2, 500);
    readOnDiskOf(24, 500);

    assertThat(pace.atOnce()).isEqualTo(WarmingPace.MAX_AT_ONCE);
  }

  @Test
  void took_whereEveryReadTakesAnotherTime_severalAtOnceMostOfTheTime() {
    int several = 0;
    for (int i = 0; i < 5_000; i++) {
      took((long) (-Math.log(1 - random.nextDouble()) * READ));
      several += pace.atOnce() >= 5 ? 1 : 0;
    }

    assertThat(several).isGreaterThan(3_500);
  }

  @Test
  void took_ofReadsThatBeganBesideFewer_saysNothing() {
    readOnDiskOf(24, 8);
    long more = now;
    for (int i = 0; i < 100; i++) {
      pace.took(more - READ, more);
    }

    assertThat(pace.atOnce()).isEqualTo(2);
  }

  @Test
  void waitNanos_forMoreReadersThanMayAtOnce_isPositive() {
    assertThat(pace.waitNanos(0, 0)).isZero();
    assertThat(pace.waitNanos(1, SECOND)).isPositive();
  }

  @Test
  void waitNanos_onADiskThatIsNeverIdle_oneAtATimeStillMay() {
    readOnDiskOf(24, 500);
    readOnDiskOf(0.02, 500);

    assertThat(pace.atOnce()).isEqualTo(1);
    assertThat(pace.waitNanos(0, 0)).isZero();
  }

  @Test
  void waitNanos_withinASecond_startsNoMoreThanAllowed() {
    int started = 0;
    for (long now = 0; now < SECOND; now += 100_000) {
      started += pace.waitNanos(0, now) == 0 ? 1 : 0;
    }

    assertThat(started).isEqualTo(1000);
  }

  @Test
  void atOnce_whileThereAreNoUsers_isAsMuchAsADeepQueueTakes() {
    WarmingPace alone = new WarmingPace(1000);

    alone.took(0, READ);
    alone.took(0, 100 * READ);

    assertThat(alone.atOnce()).isEqualTo(WarmingPace.MAX_ALONE);
    assertThat(alone.waitNanos(WarmingPace.MAX_ALONE - 1, 0)).isZero();
  }

  @Test
  void atOnce_whenUsersCome_isOne() {
    assertThat(pace.atOnce()).isEqualTo(1);
  }

  @Test
  void took_ofReadsThatBeganBeforeUsersCame_saysNothing() {
    WarmingPace joined = new WarmingPace(1000);
    joined.usersCome(SECOND);

    for (int i = 0; i < 100; i++) {
      joined.took(SECOND - 1, SECOND + READ);
    }

    assertThat(joined.atOnce()).isEqualTo(1);
  }

  private static WarmingPace shared() {
    WarmingPace pace = new WarmingPace(1000);
    pace.usersCome(0);
    return pace;
  }

  /** Reads more at once than there are channels for take turns. */
  private void readOnDiskOf(double channels, int reads) {
    for (int i = 0; i < reads; i++) {
      took((long) Math.max(READ, READ * pace.atOnce() / channels));
    }
  }

  private void took(long nanos) {
    pace.took(now, now + nanos);
    now += nanos;
  }
}
