package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import org.junit.jupiter.api.Test;

class WorkTest {

  private static final int TENANT = 1;
  private static final int SHAPE = 0;

  private final Work work = new Work(2);

  @Test
  void part_nothingHasEnded_isAll() {
    work.average();

    assertThat(work.part(TENANT, 10)).isOne();
  }

  @Test
  void part_oneRequestTookATenthOfTheOthers_isATenth() {
    run(30, 99, 1);

    // 100 requests of 10 ms in each interval of 100 ms
    assertThat(work.part(TENANT, 10)).isCloseTo(0.1, within(0.01));
  }

  @Test
  void part_requestsOfAnotherShapeTakeLonger_countsThemForWhatTheyTake() {
    run(30, 99, 1);
    for (int interval = 0; interval < 30; interval++) {
      work.end(TENANT, SHAPE + 1, 100 * Nanos.PER_MILLI);
      work.average();
    }

    assertThat(work.part(TENANT, 1)).isCloseTo(1, within(0.01));
  }

  @Test
  void part_theShortestIsLongAgo_isForgotten() {
    run(1, 0, 1);
    run(240, 100, 0);

    assertThat(work.part(TENANT, 10)).isCloseTo(1, within(0.01));
  }

  @Test
  void part_mostOfTheTimeIsWaiting_isBounded() {
    work.end(TENANT, SHAPE, 1);
    work.average();

    assertThat(work.part(TENANT, 1000)).isGreaterThan(0.01);
  }

  @Test
  void part_anotherTenant_isNotConcerned() {
    run(30, 99, 1);

    assertThat(work.part(0, 10)).isOne();
  }

  /** Requests of 10 ms and of 1 ms in each interval. */
  private void run(int intervals, int slow, int fast) {
    for (int interval = 0; interval < intervals; interval++) {
      for (int i = 0; i < slow; i++) {
        work.end(TENANT, SHAPE, 10 * Nanos.PER_MILLI);
      }
      for (int i = 0; i < fast; i++) {
        work.end(TENANT, SHAPE, Nanos.PER_MILLI);
      }
      work.average();
    }
  }
}
