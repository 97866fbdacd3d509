package io.goodput.lab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.lab.bench.load.OpenLoop.Schedule;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long START = 5 * SECOND;

  private final Schedule schedule = new Schedule(START, 100);

  @Test
  void dueBy_beforeTheStart_isZero() {
    assertThat(schedule.dueBy(START - 1)).isZero();
  }

  @Test
  void dueBy_oneSecondAfterTheStart_isTheRate() {
    assertThat(schedule.dueBy(START + SECOND)).isEqualTo(100);
  }

  @Test
  void momentOf_consecutiveRequests_areEvenlySpaced() {
    assertThat(schedule.momentOf(8) - schedule.momentOf(7)).isEqualTo(SECOND / 100);
  }

  @Test
  void momentOf_dueRequest_isPast() {
    long now = START + SECOND / 3;

    assertThat(schedule.momentOf(schedule.dueBy(now) - 1)).isLessThanOrEqualTo(now);
  }
}
