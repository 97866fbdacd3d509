package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Two databases share 800 MB; above 700 MB, their writes wait. */
class SharedMemoryTest {

  private static final long SECOND = Nanos.PER_SECOND;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final SharedMemory memory = new SharedMemory(800_000_000, time);
  private final WritePacer first = new WritePacer(PaceSettings.DEFAULT, memory, time, () -> {});
  private final WritePacer second = new WritePacer(PaceSettings.DEFAULT, memory, time, () -> {});

  @Test
  void reserve_whileThereIsRoom_isNoWait() {
    first.reserve(600_000_000);
    first.sealed("default", 1);

    assertThat(second.reserve(50_000_000)).isZero();
    assertThat(second.reserve(1_000)).isZero();
  }

  @Test
  void reserve_withoutOwnSealedMemtables_waitsForThoseOfTheOtherDatabase() {
    first.reserve(750_000_000);
    first.sealed("default", 1);
    time.advanceNanos(SECOND);

    second.reserve(10_000_000);

    assertThat(second.reserve(1)).isPositive();
  }

  @Test
  void reserve_whileNoFlushIsDue_isNoWait() {
    first.reserve(790_000_000);

    assertThat(second.reserve(10_000_000)).isZero();
    assertThat(second.reserve(1_000)).isZero();
  }

  @Test
  void reserve_afterTheFlush_isNoWait() {
    first.reserve(750_000_000);
    first.sealed("default", 1);
    time.advanceNanos(SECOND);
    first.flushed("default", 1);
    first.memory(0);

    assertThat(second.reserve(100_000_000)).isZero();
    assertThat(second.reserve(1)).isZero();
  }

  /** Only more writes let the database flush. */
  @Test
  void reserve_whileTheDatabaseHoldsMemtablesBack_isNoWait() {
    first.flushTogether(2);
    first.reserve(750_000_000);
    first.sealed("default", 1);
    time.advanceNanos(SECOND);

    assertThat(second.reserve(10_000_000)).isZero();
    assertThat(second.reserve(1_000)).isZero();
  }

  @Test
  void takeFlush_ifSealedMemtablesFillTheMemoryAndNoFlushBegins_isTrueOnce() {
    first.reserve(650_000_000);
    first.sealed("default", 1);
    assertThat(second.takeFlush()).isFalse();
    time.advanceNanos(SECOND);

    assertThat(second.takeFlush()).isTrue();
    assertThat(first.takeFlush()).isFalse();
  }

  @Test
  void takeFlush_whileAFlushRuns_isFalse() {
    first.reserve(650_000_000);
    first.sealed("default", 1);
    first.flushBegun("default");
    time.advanceNanos(SECOND);

    assertThat(second.takeFlush()).isFalse();
  }

  @Test
  void takeFlush_whileAFlushRunsAndOtherMemtablesAreHeldBack_isTrue() {
    first.flushTogether(2);
    first.reserve(650_000_000);
    first.sealed("default", 1);
    first.sealed("other", 2);
    first.flushBegun("default");

    assertThat(second.takeFlush()).isTrue();
  }

  /** The manager counts active memtables, and has them flushed. */
  @Test
  void takeFlush_withoutSealedMemtables_isFalse() {
    first.reserve(790_000_000);
    time.advanceNanos(SECOND);

    assertThat(first.takeFlush()).isFalse();
  }

  @Test
  void memory_reportedByTheDatabase_replacesWhatWasCounted() {
    first.reserve(100_000_000);
    first.memory(750_000_000);
    second.reserve(1_000);
    second.sealed("default", 1);
    time.advanceNanos(SECOND);
    second.reserve(10_000_000);

    assertThat(second.reserve(1)).isPositive();
  }
}
