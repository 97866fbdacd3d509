package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemtablesTest {

  private static final long SECOND = Nanos.PER_SECOND;
  private static final long MEMTABLE = 1_000_000;

  private final Memtables memtables = new Memtables(PaceSettings.DEFAULT, 1, 0, 0);
  private long written;
  private long now;

  @Test
  void flushRate_countsFromSealing() {
    seal(MEMTABLE, 1);
    after(4 * SECOND);
    memtables.flushed(1, now);
    seal(MEMTABLE, 2);

    assertThat(memtables.ramp().flushRate()).isEqualTo(MEMTABLE / 4.0);
  }

  @Test
  void flushRate_doesNotCountTheWaitForThePreviousFlush() {
    seal(MEMTABLE, 1);
    seal(MEMTABLE, 2);
    after(4 * SECOND);
    memtables.flushed(1, now);
    after(2 * SECOND);
    memtables.flushed(2, now);
    seal(MEMTABLE, 3);

    assertThat(memtables.ramp().flushRate()).isEqualTo((MEMTABLE / 4.0 + MEMTABLE / 2.0) / 2);
  }

  @Test
  void flushRate_ofTwoMemtablesFlushedTogether_isThatOfBoth() {
    seal(MEMTABLE, 1);
    seal(MEMTABLE, 2);
    after(4 * SECOND);
    memtables.flushed(2, now);
    seal(MEMTABLE, 3);

    assertThat(memtables.ramp().flushRate()).isEqualTo(2 * MEMTABLE / 4.0);
  }

  @Test
  void flushRate_isTheMeanOfTheWindow() {
    int window = PaceSettings.DEFAULT.window();
    flushOne(MEMTABLE, 1, SECOND / 100);
    for (int flush = 2; flush <= window; flush++) {
      flushOne(MEMTABLE, flush, SECOND);
    }
    flushOne(MEMTABLE, 100, SECOND / 5);
    seal(MEMTABLE, 101);

    assertThat(memtables.ramp().flushRate()).isEqualTo(MEMTABLE * (window - 1 + 5.0) / window);
  }

  @Test
  void flushingSince_ifAnotherFlushRan_isItsEnd() {
    seal(MEMTABLE, 1);
    seal(MEMTABLE, 2);
    after(SECOND);
    memtables.flushed(1, now);
    after(SECOND);
    seal(MEMTABLE, 3);

    assertThat(memtables.ramp().flushingSince()).isEqualTo(SECOND);
  }

  @Test
  void flushingSince_ifNoFlushRan_isWhenTheMemtableWasSealed() {
    flushOne(MEMTABLE, 1);
    after(SECOND);
    seal(MEMTABLE, 2);
    seal(MEMTABLE, 3);

    assertThat(memtables.ramp().flushingSince()).isEqualTo(2 * SECOND);
  }

  @Test
  void flushRate_beforeTheFirstFlush_isTheRateOfTheWrites() {
    after(2 * SECOND);
    seal(MEMTABLE, 1);

    assertThat(memtables.ramp().flushRate()).isEqualTo(MEMTABLE / 2.0);
  }

  @Test
  void flushRate_ignoresAMemtableThatWasFarFromFull() {
    flushOne(MEMTABLE, 1);
    seal(MEMTABLE / 100, 2);
    after(100 * SECOND);
    memtables.flushed(2, now);
    seal(MEMTABLE, 3);

    assertThat(memtables.ramp().flushRate()).isEqualTo(MEMTABLE);
  }

  @Test
  void mostHeadroom_followsTheAverageSizeOfMemtables() {
    for (int flush = 1; flush <= 40; flush++) {
      flushOne(flush < 10 ? MEMTABLE : 3 * MEMTABLE, flush);
    }
    seal(3 * MEMTABLE, 41);

    assertThat(memtables.ramp().mostHeadroom()).isCloseTo(9.0 * MEMTABLE, within(1e4));
  }

  @Test
  void engaged_isTrueWhileAMemtableWaits() {
    assertThat(memtables.engaged()).isFalse();
    seal(MEMTABLE, 1);
    assertThat(memtables.engaged()).isTrue();
    memtables.flushed(1, now);
    assertThat(memtables.engaged()).isFalse();
  }

  @Test
  void flushed_upToALaterMemtable_flushesTheEarlierOnes() {
    seal(MEMTABLE, 1);
    seal(MEMTABLE, 5);
    memtables.flushed(9, now);

    assertThat(memtables.engaged()).isFalse();
  }

  @Test
  void sealed_afterItsFlush_doesNotWait() {
    memtables.flushed(9, now);
    seal(MEMTABLE, 5);

    assertThat(memtables.engaged()).isFalse();
  }

  @Test
  void headroom_isTheRoomInTheOtherMemtables() {
    seal(MEMTABLE, 1);
    seal(MEMTABLE, 2);

    assertThat(memtables.ramp().headroom(written + MEMTABLE / 2)).isEqualTo(1.5 * MEMTABLE);
  }

  /** RocksDB delays writes when one of four or more memtables is left. */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2", "4, 2", "5, 3", "6, 3", "100, 3"})
  void headroom_ofADatabaseWithThatManyMemtables_endsBeforeItsDelays(int most, int empty) {
    memtables.most(most);
    seal(MEMTABLE, 1);

    assertThat(memtables.ramp().headroom(written)).isEqualTo(1.0 * empty * MEMTABLE);
    assertThat(memtables.ramp().mostHeadroom()).isEqualTo(1.0 * empty * MEMTABLE);
  }

  @Test
  void engaged_withFewerMemtablesThanAFlushTakes_isFalse() {
    Memtables merging = new Memtables(PaceSettings.DEFAULT, 3, 0, 0);
    merging.sealed(1, MEMTABLE, SECOND);
    merging.sealed(2, 2 * MEMTABLE, SECOND);
    assertThat(merging.engaged()).isFalse();

    merging.sealed(3, 3 * MEMTABLE, SECOND);

    assertThat(merging.engaged()).isTrue();
  }

  @Test
  void engaged_whileAFlushOfFewerMemtablesRuns_isTrue() {
    Memtables merging = new Memtables(PaceSettings.DEFAULT, 3, 0, 0);
    merging.sealed(1, MEMTABLE, SECOND);
    merging.flushBegun(SECOND);
    assertThat(merging.engaged()).isTrue();

    merging.flushed(0, 2 * SECOND);

    assertThat(merging.engaged()).isFalse();
  }

  @Test
  void engaged_ifNoFlushIsDue_isFalseUntilAnotherMemtableIsSealed() {
    seal(MEMTABLE, 1);
    memtables.noFlushDue(now);
    assertThat(memtables.engaged()).isFalse();

    seal(MEMTABLE, 2);

    assertThat(memtables.engaged()).isTrue();
  }

  @Test
  void noFlushDue_beforeTheLatestMemtableWasSealed_changesNothing() {
    after(SECOND);
    seal(MEMTABLE, 1);
    memtables.noFlushDue(now - 1);

    assertThat(memtables.engaged()).isTrue();
  }

  @Test
  void flushRate_ofMemtablesThatAreFlushedTogether_countsFromTheLastOneSealed() {
    Memtables merging = new Memtables(PaceSettings.DEFAULT, 2, 0, 0);
    merging.sealed(1, MEMTABLE, SECOND);
    merging.sealed(2, 2 * MEMTABLE, 5 * SECOND);
    merging.flushed(2, 7 * SECOND);
    merging.sealed(3, 3 * MEMTABLE, 8 * SECOND);
    merging.sealed(4, 4 * MEMTABLE, 9 * SECOND);

    assertThat(merging.ramp().flushRate()).isEqualTo(2 * MEMTABLE / 2.0);
  }

  @Test
  void headroom_withMemtablesThatAreFlushedTogether_takesThoseOfTheNextFlush() {
    Memtables merging = new Memtables(PaceSettings.DEFAULT, 3, 0, 0);
    for (int number = 1; number <= 3; number++) {
      merging.sealed(number, number * MEMTABLE, SECOND);
    }

    assertThat(merging.ramp().headroom(3 * MEMTABLE)).isEqualTo(2.0 * MEMTABLE);
    assertThat(merging.ramp().mostHeadroom()).isEqualTo(2.0 * MEMTABLE);
  }

  private void flushOne(long bytes, long number) {
    flushOne(bytes, number, SECOND);
  }

  private void flushOne(long bytes, long number, long nanos) {
    seal(bytes, number);
    after(nanos);
    memtables.flushed(number, now);
  }

  private void seal(long bytes, long number) {
    written += bytes;
    memtables.sealed(number, written, now);
  }

  private void after(long nanos) {
    now += nanos;
  }
}
