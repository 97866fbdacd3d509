package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WritePacerTest {

  private static final long SECOND = Nanos.PER_SECOND;
  private static final long MEMTABLE = 1_000_000;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final WritePacer pacer = new WritePacer(PaceSettings.DEFAULT, time);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void reserve_whileNothingWaitsForAFlush_isNoWait() {
    assertThat(pacer.reserve(100 * MEMTABLE)).isZero();
    assertThat(pacer.reserve(100 * MEMTABLE)).isZero();
  }

  @Test
  void reserve_whileAMemtableWaits_spacesWritesByTheRamp() {
    engage(pacer);
    pacer.reserve(MEMTABLE);
    time.advanceNanos(SECOND);
    double rate = pacer.state().bytesPerSecond();

    pacer.reserve(10_000);
    long wait = pacer.reserve(10_000);

    assertThat(wait + VirtualSchedule.BURST_NANOS)
        .isBetween((long) (10_000 * SECOND / rate * 0.98), (long) (10_000 * SECOND / rate * 1.02));
  }

  @Test
  void reserve_ifFlushesDoNotEnd_spacesWritesByTheLowestRate() {
    engage(pacer);
    time.advanceNanos(100_000 * SECOND);

    pacer.reserve(1_000);
    long wait = pacer.reserve(1_000);

    assertThat(wait + VirtualSchedule.BURST_NANOS)
        .isEqualTo((long) (1_000 * SECOND / Limits.LEAST_RATE));
  }

  @Test
  void reserve_afterTheFlush_isNoWait() {
    engage(pacer);
    pacer.reserve(MEMTABLE);
    pacer.flushed("default", 1);

    assertThat(pacer.reserve(MEMTABLE)).isZero();
  }

  @Test
  void reserve_withAnotherFamilyThatHasLessRoom_followsThatFamily() {
    engage(pacer);
    pacer.reserve(MEMTABLE);
    double before = pacer.state().bytesPerSecond();
    pacer.sealed("narrow", 1);
    pacer.sealed("narrow", 2);
    pacer.reserve(MEMTABLE / 2);
    pacer.sealed("narrow", 3);
    pacer.sealed("narrow", 4);

    assertThat(pacer.state().bytesPerSecond()).isLessThan(before / 2);
  }

  @Test
  void tryPace_ifTheWaitIsTooLong_returnsFalseAndTakesNothing() throws Exception {
    engage(pacer);
    pacer.reserve(MEMTABLE);
    double headroom = pacer.state().headroomBytes();

    assertThat(pacer.tryPace(1_000, TimeUnit.MILLISECONDS.toNanos(1))).isFalse();
    assertThat(pacer.state().headroomBytes()).isEqualTo(headroom);
  }

  @Test
  void tryPace_withinTheTimeout_returnsTrue() throws Exception {
    engage(pacer);

    assertThat(pacer.tryPace(1_000, 0)).isTrue();
  }

  @Test
  void pace_whenInterrupted_throwsAndTakesTheWriteBack() throws Exception {
    WritePacer real = engagedInRealTime();
    double headroom = real.state().headroomBytes();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> real.pace(1_000)).isInstanceOf(InterruptedException.class);
    assertThat(real.state().headroomBytes()).isEqualTo(headroom);
  }

  @Test
  void paceUninterruptibly_whenInterrupted_waitsAndKeepsTheInterrupt() throws Exception {
    WritePacer real = engagedInRealTime();
    Thread.currentThread().interrupt();
    Future<?> closing = threads.submit(real::close);

    real.paceUninterruptibly(1_000);

    assertThat(Thread.interrupted()).isTrue();
    closing.get(10, TimeUnit.SECONDS);
  }

  @Test
  void pace_whenAFlushMakesRoom_endsEarly() throws Exception {
    WritePacer real = engagedInRealTime();
    Future<?> writing = threads.submit(() -> real.paceUninterruptibly(1_000));

    real.flushed("default", 1);

    writing.get(10, TimeUnit.SECONDS);
  }

  @Test
  void close_releasesAllWaitingWrites() throws Exception {
    WritePacer real = engagedInRealTime();
    Future<?> writing = threads.submit(() -> real.paceUninterruptibly(1_000));

    real.close();

    writing.get(10, TimeUnit.SECONDS);
    assertThat(real.reserve(100 * MEMTABLE)).isZero();
  }

  @Test
  void engagedShare_isTheFractionOfTimeInWhichWritesWerePaced() {
    time.advanceNanos(2 * SECOND);
    engage(pacer);
    time.advanceNanos(SECOND);
    pacer.flushed("default", 1);
    time.advanceNanos(SECOND);

    assertThat(pacer.state().engagedShare()).isEqualTo(0.2);
  }

  @Test
  void nothingWaits_forgetsSealedMemtables() {
    engage(pacer);
    pacer.nothingWaits();

    assertThat(pacer.reserve(MEMTABLE)).isZero();
  }

  @Test
  void forget_theOnlyFamilyThatWaits_isNoWait() {
    engage(pacer);
    pacer.forget("default");

    assertThat(pacer.reserve(100 * MEMTABLE)).isZero();
    assertThat(pacer.reserve(MEMTABLE)).isZero();
  }

  @Test
  void failing_releasesAllWaitingWrites() throws Exception {
    WritePacer real = engagedInRealTime();
    Future<?> writing = threads.submit(() -> real.paceUninterruptibly(1_000));

    real.failing(true);

    writing.get(10, TimeUnit.SECONDS);
    real.sealed("default", 9);
    assertThat(real.reserve(100 * MEMTABLE)).isZero();
    assertThat(real.reserve(MEMTABLE)).isZero();
  }

  @Test
  void failing_noLonger_pacesAgain() {
    pacer.failing(true);
    engage(pacer);
    assertThat(pacer.state().bytesPerSecond()).isInfinite();

    pacer.failing(false);

    assertThat(pacer.state().headroomBytes()).isFinite();
  }

  @Test
  void correctLevelZero_belowHalfOfTheCeiling_releasesWaitingWrites() throws Exception {
    WritePacer real =
        new WritePacer(PaceSettings.DEFAULT.withCeilings(10, Long.MAX_VALUE), TimeSource.system());
    real.reserve(1);
    real.levelZero(10, 0);
    real.reserve(100 * MEMTABLE);
    Future<?> writing = threads.submit(() -> real.paceUninterruptibly(1_000));

    real.correctLevelZero(1);

    writing.get(10, TimeUnit.SECONDS);
  }

  @Test
  void tryPace_longestTimeout_returnsTrue() throws Exception {
    engage(pacer);

    assertThat(pacer.tryPace(1, Long.MAX_VALUE)).isTrue();
  }

  @Test
  @DisplayName("A write that has waited for the longest time takes no turn from the others")
  void pace_withALongestWait_endsThenAndCountsTheWrite() throws Exception {
    WritePacer real = engagedInRealTime();
    long before = real.state().writtenBytes();
    long begin = System.nanoTime();

    real.pace(1_000, 20 * Nanos.PER_MILLI);
    real.pace(1_000, 20 * Nanos.PER_MILLI);

    assertThat(System.nanoTime() - begin).isBetween(40 * Nanos.PER_MILLI, 10 * SECOND);
    assertThat(real.state().writtenBytes()).isEqualTo(before + 2_000);
    assertThat(real.state().delayedWrites()).isEqualTo(2);
  }

  @Test
  void cause_isThatOfTheLowestLimit() {
    assertThat(pacer.state().cause()).isEqualTo(PaceCause.NOTHING);

    engage(pacer);
    pacer.reserve(2 * MEMTABLE);
    assertThat(pacer.state().cause()).isEqualTo(PaceCause.MEMTABLES);

    pacer.nothingWaits();
    pacer.pendingCompaction((long) (PaceSettings.DEFAULT.debtCeiling() * 0.9), 0);
    assertThat(pacer.state().cause()).isEqualTo(PaceCause.PENDING_COMPACTION);
  }

  @Test
  void cause_ofSharedMemoryThatIsNearlyFull_isThatMemory() {
    SharedMemory memory = new SharedMemory(MEMTABLE, time);
    WritePacer one = new WritePacer(PaceSettings.DEFAULT, memory, time, () -> {});
    engage(one);
    one.flushBegun("default");

    assertThat(one.state().cause()).isEqualTo(PaceCause.SHARED_MEMORY);
  }

  @Test
  void pace_withALongestWait_endsEarlierWhenAFlushMakesRoom() throws Exception {
    WritePacer real = engagedInRealTime();
    Future<?> writing =
        threads.submit(
            () -> {
              real.pace(1_000, 1_000 * SECOND);
              return null;
            });
    Awaitility.await().until(() -> real.state().writtenBytes() > 100 * MEMTABLE + 1);

    real.nothingWaits();
    real.failing(true);

    writing.get(10, TimeUnit.SECONDS);
  }

  @Test
  void retryAfter_whileNothingWaits_isZeroAndCountsTheWrite() {
    assertThat(pacer.retryAfter(MEMTABLE)).isZero();
    assertThat(pacer.state().writtenBytes()).isEqualTo(MEMTABLE);
  }

  @Test
  void retryAfter_whileAnotherWriteHasTheTurn_isTheRestOfIt() {
    engage(pacer);
    long first = pacer.reserve(MEMTABLE / 10);
    long second = pacer.reserve(1);
    long before = pacer.state().writtenBytes();

    long wait = pacer.retryAfter(1);

    assertThat(first).isZero();
    assertThat(wait).isCloseTo(second, within(VirtualSchedule.BURST_NANOS));
    assertThat(pacer.state().writtenBytes()).isEqualTo(before);
    time.advanceNanos(wait);
    assertThat(pacer.retryAfter(1)).isZero();
  }

  @Test
  void levelZero_nearItsCeiling_slowsWrites() {
    WritePacer bounded =
        new WritePacer(PaceSettings.DEFAULT.withCeilings(10, Long.MAX_VALUE), time);
    bounded.reserve(MEMTABLE);
    bounded.levelZero(5, 0);
    assertThat(bounded.state().bytesPerSecond()).isInfinite();
    time.advanceNanos(SECOND);

    bounded.levelZero(9, 0);

    assertThat(bounded.state().bytesPerSecond()).isLessThan(MEMTABLE);
    assertThat(bounded.state().cause()).isEqualTo(PaceCause.LEVEL_ZERO);
  }

  /** Seals a memtable that was filled in a second. */
  private void engage(WritePacer pacer) {
    pacer.reserve(MEMTABLE);
    time.advanceNanos(SECOND);
    pacer.sealed("default", 1);
  }

  /** A pacer whose next write would wait for minutes. */
  private static WritePacer engagedInRealTime() {
    WritePacer real = new WritePacer(PaceSettings.DEFAULT, TimeSource.system());
    real.reserve(1);
    for (int memtable = 1; memtable <= 4; memtable++) {
      real.sealed("default", 1);
    }
    real.reserve(100 * MEMTABLE);
    return real;
  }
}
