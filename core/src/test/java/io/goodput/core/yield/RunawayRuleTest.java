package io.goodput.core.yield;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Reads are the milliseconds for which they have run; those with the same last digit have the same
 * statement.
 */
class RunawayRuleTest {

  /** For how long each has waited before it ran, in milliseconds. */
  private static final long WAITED = 100;

  private static List<Long> toStop(long mostMillis, boolean waited, Long... running) {
    return RunawayRule.toStop(
        List.of(running),
        millis -> millis * Nanos.PER_MILLI,
        millis -> (millis + WAITED) * Nanos.PER_MILLI,
        millis -> millis % 10,
        mostMillis * Nanos.PER_MILLI,
        waited);
  }

  private static List<Long> toStopWithoutLimit(boolean waited, Long... running) {
    return RunawayRule.toStop(
        List.of(running),
        millis -> millis * Nanos.PER_MILLI,
        millis -> (millis + WAITED) * Nanos.PER_MILLI,
        millis -> millis % 10,
        RunawayRule.NO_LIMIT,
        waited);
  }

  @Test
  void calmNode_withoutALimit_stopsNothing() {
    assertThat(toStopWithoutLimit(false, 60_000L)).isEmpty();
  }

  @Test
  void requestsThatWait_stopTheReadThatHasRunLongest() {
    assertThat(toStopWithoutLimit(true, 701L, 902L, 803L)).containsExactly(902L);
  }

  @Test
  void requestsThatWait_stopTheOtherReadsOfTheSameStatementThatAreHalfASecondOld() {
    assertThat(toStopWithoutLimit(true, 702L, 902L, 803L, 402L, 392L))
        .containsExactly(702L, 902L, 402L);
  }

  @Test
  void requestsThatWait_stopNoReadOfLessThanHalfASecond() {
    assertThat(toStopWithoutLimit(true, 499L)).isEmpty();
    assertThat(toStopWithoutLimit(true, 500L)).containsExactly(500L);
  }

  @Test
  void limit_stopsAllReadsThatReachIt() {
    assertThat(toStop(1_000, false, 999L, 1_000L, 1_500L)).containsExactly(1_000L, 1_500L);
  }

  @Test
  void limit_whileRequestsWait_isEnough() {
    assertThat(toStop(1_000, true, 900L, 1_500L)).containsExactly(1_500L);
  }

  @Test
  void noRead_isStoppedIfNoneRuns() {
    assertThat(toStopWithoutLimit(true)).isEmpty();
  }
}
