package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportScheduleTest {

  private final ReportSchedule<Integer> schedule =
      new ReportSchedule<>(new SplittableRandom(1)::nextInt);

  @Test
  void next_tenNodes_getAReportEachTick() {
    List<Integer> nodes = nodes(10);

    for (int tick = 0; tick < 100; tick++) {
      assertThat(schedule.next(nodes)).containsOnlyKeys(nodes).containsValue(1);
    }
  }

  @Test
  void next_thousandNodes_getsTenPerTickAndEachEveryHundredTicks() {
    List<Integer> nodes = nodes(1_000);
    Map<Integer, Integer> reports = new HashMap<>();

    for (int tick = 0; tick < 1_000; tick++) {
      Map<Integer, Integer> due = schedule.next(nodes);
      assertThat(due).hasSizeLessThanOrEqualTo(10);
      due.forEach((node, interval) -> reports.merge(node, 1, Integer::sum));
    }

    assertThat(reports.values()).hasSize(1_000).allMatch(count -> count >= 9 && count <= 11);
  }

  @Test
  void next_nodeThatAsksForReportsEveryFiveTicks_getsThemSo() {
    schedule.heard(1, 5);

    long reports =
        IntStream.range(0, 100).filter(tick -> !schedule.next(nodes(1)).isEmpty()).count();

    assertThat(reports).isEqualTo(20);
  }

  @Test
  void next_nodeThatHasNotAsked_isTakenToHearFromTheWholeCluster() {
    schedule.setClusterNodes(200);

    long reports =
        IntStream.range(0, 100).filter(tick -> !schedule.next(nodes(1)).isEmpty()).count();

    assertThat(reports).isEqualTo(5);
  }

  @Test
  void wantedInterval_afterReportsOfHundredNodes_isTenTicks() {
    nodes(100).forEach(node -> schedule.heard(node, 1));

    assertThat(schedule.wantedInterval()).isEqualTo(10);
  }

  @Test
  void wantedInterval_afterNodesHaveFallenSilent_isOneTick() {
    nodes(100).forEach(node -> schedule.heard(node, 1));

    IntStream.range(0, 10).forEach(tick -> schedule.next(List.of()));

    assertThat(schedule.wantedInterval()).isEqualTo(1);
  }

  private static List<Integer> nodes(int count) {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }
}
