package io.goodput.core.yield;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads are the milliseconds for which they have run. */
class RunawayRuleTest {

  private static List<Long> toStop(long mostMillis, boolean waited, Long... running) {
    return RunawayRule.toStop(
        List.of(running), millis -> millis * Nanos.PER_MILLI, mostMillis * Nanos.PER_MILLI, waited);
  }

  private static List<Long> toStopWithoutLimit(boolean waited, Long... running) {
    return RunawayRule.toStop(
        List.of(running), millis -> millis * Nanos.PER_MILLI, RunawayRule.NO_LIMIT, waited);
  }

  @Test
  void calmNode_withoutALimit_stopsNothing() {
    assertThat(toStopWithoutLimit(false, 60_000L)).isEmpty();
  }

  @Test
  void requestsThatWait_stopTheReadThatHasRunLongest() {
    assertThat(toStopWithoutLimit(true, 700L, 900L, 800L)).containsExactly(900L);
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
