package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.ManualTime;
import io.goodput.core.time.Nanos;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/**
 * Reads that wait in groups, one on each of some nodes, while the other nodes get a flood of
 * different reads of the same partition. Every node is a replica.
 */
class GroupsInAFloodProperties {

  private static final long KEY = 77;
  private static final int SECONDS = 30;
  private static final int SETTLED = 5;

  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
  private final SplittableRandom random = new SplittableRandom(1);
  private final List<PartitionLimits> nodes = new ArrayList<>();

  @Property(tries = 40, seed = "20261127", shrinking = ShrinkingMode.OFF)
  void group_besideAFloodElsewhere_readsEverySecond(
      @ForAll @IntRange(min = 6, max = 500) int perSecond,
      @ForAll @IntRange(min = 1, max = 2) int groups,
      @ForAll @DoubleRange(min = 2, max = 1_000) double overload) {
    Outcome outcome = run(Limit.of(perSecond, 3), groups, overload);

    assertThat(outcome.longestGap).isLessThanOrEqualTo(2 * Nanos.PER_SECOND);
  }

  @Property(tries = 40, seed = "20261127", shrinking = ShrinkingMode.OFF)
  void groupAndFlood_together_getTheLimit(
      @ForAll @IntRange(min = 2, max = 500) int perSecond,
      @ForAll @IntRange(min = 1, max = 2) int groups,
      @ForAll @DoubleRange(min = 2, max = 1_000) double overload) {
    Outcome outcome = run(Limit.of(perSecond, 3), groups, overload);

    assertThat(outcome.admitted / (double) (SECONDS - SETTLED) / perSecond).isBetween(0.9, 1.1);
  }

  private static Outcome run(Limit limit, int groups, double overload) {
    return new GroupsInAFloodProperties().outcome(limit, groups, overload);
  }

  private Outcome outcome(Limit limit, int groups, double overload) {
    for (int node = 0; node < limit.nodes(); node++) {
      nodes.add(new PartitionLimits(time, new PartitionCounters(PartitionCounters.WAYS)));
    }
    long pause = Nanos.PER_SECOND / limit.perSecond();
    long flooding = (long) (Nanos.PER_SECOND / (limit.perSecond() * overload));
    long nextAttempt = 0;
    long nextOfFlood = 0;
    long nextTick = 0;
    long[] latest = new long[groups];
    Outcome outcome = new Outcome();
    long elapsed = 0;
    while (elapsed < SECONDS * Nanos.PER_SECOND) {
      boolean isSettled = elapsed >= SETTLED * Nanos.PER_SECOND;
      if (elapsed == nextTick) {
        tick();
        nextTick += PartitionLimits.TICK_NANOS;
      }
      if (elapsed == nextAttempt) {
        for (int group = 0; group < groups; group++) {
          if (nodes.get(group).admitInTurn(time.monotonicNanos(), KEY, limit)) {
            outcome.admitted += isSettled ? 1 : 0;
            outcome.add(isSettled ? elapsed - latest[group] : 0);
            latest[group] = elapsed;
          } else if (isSettled) {
            outcome.add(elapsed - latest[group]);
          }
        }
        nextAttempt += pause;
      }
      if (elapsed == nextOfFlood) {
        int node = groups + random.nextInt(limit.nodes() - groups);
        boolean admitted =
            nodes.get(node).admit(time.monotonicNanos(), KEY, limit, random.nextDouble());
        outcome.admitted += isSettled && admitted ? 1 : 0;
        nextOfFlood += Math.max(1, random.nextLong(2 * flooding + 1));
      }
      long next = Math.min(nextTick, Math.min(nextAttempt, nextOfFlood));
      time.advanceNanos(next - elapsed);
      elapsed = next;
    }
    return outcome;
  }

  private void tick() {
    List<List<PartitionDemand>> demands =
        nodes.stream().map(node -> node.tick().stream().map(it -> own(it)).toList()).toList();
    for (int from = 0; from < nodes.size(); from++) {
      for (int to = 0; to < nodes.size(); to++) {
        if (from != to) {
          nodes.get(to).take(new DemandReport(from, 1, demands.get(from)));
        }
      }
    }
  }

  /** What a replica reports to another one, which hears of each node itself. */
  private static PartitionDemand own(PartitionDemand demand) {
    return new PartitionDemand(demand.key(), demand.limit(), demand.perSecond(), 0);
  }

  /** What all nodes have admitted, and how long a group had to wait. */
  private static final class Outcome {
    private long admitted;
    private long longestGap;

    void add(long gap) {
      longestGap = Math.max(longestGap, gap);
    }
  }
}
