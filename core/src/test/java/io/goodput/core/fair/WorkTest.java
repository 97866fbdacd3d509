package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WorkTest {

  private static final int TENANT = 1;

  private final Work work = new Work(2);

  @Test
  void processors_nothingHasEnded_areNone() {
    work.average();

    assertThat(work.processors(TENANT)).isZero();
  }

  @Test
  void processors_tenRequestsOfOneMilliInEachInterval_areATenth() {
    for (int interval = 0; interval < 30; interval++) {
      for (int i = 0; i < 10; i++) {
        work.end(TENANT, Nanos.PER_MILLI);
      }
      work.average();
    }

    assertThat(work.processors(TENANT)).isCloseTo(0.1, within(0.001));
  }

  @Test
  void processors_oneRequestOfSixtyMicrosInEachInterval_areNotLost() {
    for (int interval = 0; interval < 30; interval++) {
      work.end(TENANT, 60 * Nanos.PER_MICRO);
      work.average();
    }

    assertThat(work.processors(TENANT)).isCloseTo(0.0006, within(0.00001));
  }

  @Test
  void processors_mostOfTheTimeIsWaits_countsTheShortestTime() {
    runWithWaits(30, 9, 1);

    assertThat(work.processors(TENANT)).isCloseTo(0.1, within(0.001));
  }

  @Test
  void processors_theShortestTimeIsLongAgo_forgetsIt() {
    runWithWaits(1, 0, 1);
    runWithWaits(240, 10, 0);

    assertThat(work.processors(TENANT)).isCloseTo(1, within(0.001));
  }

  @Test
  void processors_anotherTenant_isNotConcerned() {
    runWithWaits(30, 9, 1);

    assertThat(work.processors(0)).isZero();
  }

  @Test
  void endWithWaits_firstWhileAnIntervalEnds_isNotTakenForMore() {
    for (int round = 0; round < 1_500; round++) {
      Work fresh = new Work(1);
      CompletableFuture<Void> end =
          CompletableFuture.runAsync(() -> fresh.endWithWaits(0, Nanos.PER_MILLI));
      while (!end.isDone()) {
        fresh.average();
      }
      fresh.average();

      assertThat(fresh.processors(0)).isLessThan(0.011);
    }
  }

  /** Requests of 10 ms and of 1 ms in each interval. */
  private void runWithWaits(int intervals, int slow, int fast) {
    for (int interval = 0; interval < intervals; interval++) {
      for (int i = 0; i < slow; i++) {
        work.endWithWaits(TENANT, 10 * Nanos.PER_MILLI);
      }
      for (int i = 0; i < fast; i++) {
        work.endWithWaits(TENANT, Nanos.PER_MILLI);
      }
      work.average();
    }
  }
}
