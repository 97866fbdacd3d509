package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;

/** Operations that come back until they are admitted, on one node; the others report as much. */
class AdmissionsInTurnProperties {

  private static final long KEY = 77;
  private static final int SECONDS = 35;
  private static final int SETTLED = 5;

  @Property(tries = 60, seed = "20261123", shrinking = ShrinkingMode.OFF)
  void admissions_keepThePaceOfTheLimit(
      @ForAll @IntRange(min = 20, max = 500) int perSecond,
      @ForAll @IntRange(min = 1, max = 9) int nodes) {
    long pause = Nanos.PER_SECOND / perSecond;

    List<Long> admissions = admissions(Limit.of(perSecond, nodes), nodes, pause, SETTLED);

    for (int i = 1; i < admissions.size(); i++) {
      assertThat(admissions.get(i) - admissions.get(i - 1)).isLessThan((nodes + 2) * pause);
    }
    assertThat(admissions.size() / (double) (SECONDS - SETTLED))
        .isCloseTo((double) perSecond / nodes, Percentage.withPercentage(10));
  }

  @Property(tries = 60, seed = "20261123", shrinking = ShrinkingMode.OFF)
  void admissions_fromTheFirstMomentOfAFlood_neverPause(
      @ForAll @IntRange(min = 20, max = 500) int perSecond,
      @ForAll @IntRange(min = 2, max = 20) int overload) {
    long pause = Nanos.PER_SECOND / perSecond;

    List<Long> admissions = admissions(Limit.of(perSecond, 1), 1, pause / overload, 0);

    for (int i = 1; i < admissions.size(); i++) {
      assertThat(admissions.get(i) - admissions.get(i - 1)).isLessThan(3 * pause);
    }
    assertThat(admissions.size())
        .isBetween((int) (0.95 * SECONDS * perSecond), (int) ((SECONDS + 0.5) * perSecond) + 3);
  }

  /** When one node admits, from a second on, if each node tries as often. */
  private static List<Long> admissions(Limit limit, int nodes, long pause, int from) {
    ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    PartitionLimits limits =
        new PartitionLimits(time, new PartitionCounters(PartitionCounters.WAYS));
    PartitionDemand others = new PartitionDemand(KEY, limit, (nodes - 1.0) * limit.perSecond(), 0);
    List<Long> admissions = new ArrayList<>();
    long nextTick = time.monotonicNanos();
    for (long elapsed = 0; elapsed < SECONDS * Nanos.PER_SECOND; elapsed += pause) {
      time.advanceNanos(pause);
      while (time.monotonicNanos() - nextTick >= 0) {
        limits.take(new DemandReport("others", 1, nodes == 1 ? List.of() : List.of(others)));
        limits.tick();
        nextTick += PartitionLimits.TICK_NANOS;
      }
      if (limits.admitInTurn(time.monotonicNanos(), KEY, limit)
          && elapsed >= from * Nanos.PER_SECOND) {
        admissions.add(elapsed);
      }
    }
    return admissions;
  }
}
