package io.goodput.core.warming;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Disks that take 10 ms for a read, or 10 ms on average. */
class WarmingPaceTest {

  private static final long READ = 10 * Nanos.PER_MILLI;
  private static final long SECOND = Nanos.PER_SECOND;

  private final WarmingPace pace = shared();
  private final SplittableRandom random = new SplittableRandom(20261122);
  private long now;

  @Test
  void completed_onADiskWithManyChannels_growsToTheMaximum() {
    readOnDiskOf(24, 500);

    assertThat(pace.concurrency()).isEqualTo(WarmingPace.MAX_CONCURRENCY);
  }

  @Test
  void completed_onAnIdleDisk_growsToTheMaximumAfterFewReads() {
    readOnDiskOf(24, 4 * 8);

    assertThat(pace.concurrency()).isEqualTo(WarmingPace.MAX_CONCURRENCY);
  }

  @Test
  void completed_onADiskWithFewChannels_growsToLittleMoreThanTheirNumber() {
    readOnDiskOf(4, 500);

    assertThat(pace.concurrency()).isBetween(4, 6);
  }

  @Test
  void completed_onADiskWithOneChannel_growsToTwoAtMost() {
    readOnDiskOf(1, 500);

    assertThat(pace.concurrency()).isBetween(1, 2);
  }

  @Test
  void completed_whenClientsUseMostOfTheDisk_shrinks() {
    readOnDiskOf(24, 500);
    readOnDiskOf(2, 500);

    assertThat(pace.concurrency()).isBetween(1, 3);
  }

  @Test
  void completed_whenClientsLeaveTheDisk_growsToTheMaximumAgain() {
    readOnDiskOf(24, 500);
    readOnDiskOf(2, 500);
    readOnDiskOf(24, 500);

    assertThat(pace.concurrency()).isEqualTo(WarmingPace.MAX_CONCURRENCY);
  }

  @Test
  void completed_whileReadTimesVary_isHighMostOfTheTime() {
    int high = 0;
    for (int i = 0; i < 5_000; i++) {
      complete((long) (-Math.log(1 - random.nextDouble()) * READ));
      high += pace.concurrency() >= 5 ? 1 : 0;
    }

    assertThat(high).isGreaterThan(3_500);
  }

  @Test
  void completed_readsFromBeforeTheLastChange_doNotCount() {
    readOnDiskOf(24, 8);
    long more = now;
    for (int i = 0; i < 100; i++) {
      pace.completed(more - READ, more);
    }

    assertThat(pace.concurrency()).isEqualTo(2);
  }

  @Test
  void waitNanos_ofAReaderAboveTheConcurrency_isPositive() {
    assertThat(pace.waitNanos(0, 0)).isZero();
    assertThat(pace.waitNanos(1, SECOND)).isPositive();
  }

  @Test
  void waitNanos_onADiskThatIsNeverIdle_letsOneReadStart() {
    readOnDiskOf(24, 500);
    readOnDiskOf(0.02, 500);

    assertThat(pace.concurrency()).isEqualTo(1);
    assertThat(pace.waitNanos(0, 0)).isZero();
  }

  @Test
  void waitNanos_withinASecond_letsNoMoreReadsStartThanAllowed() {
    int started = 0;
    for (long now = 0; now < SECOND; now += 100_000) {
      started += pace.waitNanos(0, now) == 0 ? 1 : 0;
    }

    assertThat(started).isEqualTo(1000);
  }

  @Test
  void concurrency_withoutClients_isThatOfADeepQueue() {
    WarmingPace alone = new WarmingPace(1000);

    alone.completed(0, READ);
    alone.completed(0, 100 * READ);

    assertThat(alone.concurrency()).isEqualTo(WarmingPace.MAX_CONCURRENCY_ALONE);
    assertThat(alone.waitNanos(WarmingPace.MAX_CONCURRENCY_ALONE - 1, 0)).isZero();
  }

  @Test
  void concurrency_whenClientsArrive_isOne() {
    assertThat(pace.concurrency()).isEqualTo(1);
  }

  @Test
  void completed_readsFromBeforeClientsArrived_doNotCount() {
    WarmingPace joined = new WarmingPace(1000);
    joined.clientsArrive(SECOND);

    for (int i = 0; i < 100; i++) {
      joined.completed(SECOND - 1, SECOND + READ);
    }

    assertThat(joined.concurrency()).isEqualTo(1);
  }

  private static WarmingPace shared() {
    WarmingPace pace = new WarmingPace(1000);
    pace.clientsArrive(0);
    return pace;
  }

  /** If more reads run than the disk has channels, they take turns. */
  private void readOnDiskOf(double channels, int reads) {
    for (int i = 0; i < reads; i++) {
      complete((long) Math.max(READ, READ * pace.concurrency() / channels));
    }
  }

  private void complete(long nanos) {
    pace.completed(now, now + nanos);
    now += nanos;
  }
}
