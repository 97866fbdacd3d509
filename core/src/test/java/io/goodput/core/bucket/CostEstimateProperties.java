package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class CostEstimateProperties {

  private static final long MOST = Rate.MAX_BURST;

  /** The costs of work. */
  private enum Costs {
    EVEN,
    EXPONENTIAL,
    HEAVY_TAILED,
    TWO_KINDS;

    /** The cost that this part of all work does not exceed. */
    long at(double part) {
      return (long)
          switch (this) {
            case EVEN -> 1_000_000 * part;
            case EXPONENTIAL -> -1_000_000 * Math.log(1 - part);
            case HEAVY_TAILED -> 100_000 / Math.pow(1 - part, 0.8);
            case TWO_KINDS -> part < 0.9 ? 50_000 + part : 5_000_000 + part;
          };
    }
  }

  /** At most 5 of the latest 100 costs, with the first estimate, exceed the estimate. */
  @Property
  void estimate_ofAnyCosts_isTheirPercentile(
      @ForAll @LongRange(max = 1_000) long first,
      @ForAll @Size(max = 250) List<@LongRange(max = 1_000_000) Long> costs) {
    CostEstimate estimate = new CostEstimate(first);
    costs.forEach(estimate::add);

    List<Long> all = new ArrayList<>(List.of(first));
    all.addAll(costs);
    List<Long> latest =
        all.subList(Math.max(0, all.size() - 100), all.size()).stream().sorted().toList();
    int rank = (int) Math.ceil(0.95 * latest.size());
    assertThat(estimate.atMost(MOST)).isEqualTo(Math.max(1, latest.get(rank - 1)));
  }

  /** By chance, it is outside of these quantiles once in 10^9 times. */
  @Property
  void estimate_ofIndependentCosts_isCloseToTheTruePercentile(
      @ForAll Costs costs, @ForAll long seed) {
    CostEstimate estimate = learned(costs, seed);

    assertThat(estimate.atMost(MOST)).isBetween(costs.at(0.70), costs.at(0.9995));
  }

  @Property
  void estimate_afterAChange_followsWithinAHundredCosts(
      @ForAll Costs before, @ForAll Costs after, @ForAll long seed) {
    CostEstimate estimate = learned(before, seed);
    learn(estimate, after, seed + 1);

    assertThat(estimate.atMost(MOST)).isEqualTo(learned(after, seed + 1).atMost(MOST));
  }

  @Example
  void estimate_whenWorkGetsMoreExpensive_risesAfterSixCosts() {
    CostEstimate estimate = learned(Costs.EVEN, 1);
    for (int i = 0; i < 6; i++) {
      estimate.add(5_000_000);
    }

    assertThat(estimate.atMost(MOST)).isEqualTo(5_000_000);
  }

  @Property
  void estimate_ofAnyCosts_isAtLeastOneAndAtMostTheBurst(
      @ForAll @Size(max = 250) List<@LongRange(max = MOST) Long> costs,
      @ForAll @LongRange(min = 1, max = MOST) long burst) {
    CostEstimate estimate = new CostEstimate(1);
    costs.forEach(estimate::add);

    assertThat(estimate.atMost(burst)).isBetween(1L, burst);
  }

  /** Four threads add the numbers from 1 to 100: the estimate is exactly 95. */
  @Example
  void add_byFourThreads_losesNoCost() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CyclicBarrier begin = new CyclicBarrier(4);
    for (int round = 0; round < 2_000; round++) {
      CostEstimate estimate = learned(Costs.EVEN, round);
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int first = thread + 1;
        done.add(
            threads.submit(
                () -> {
                  begin.await();
                  for (int cost = first; cost <= 100; cost += 4) {
                    estimate.add(cost);
                    estimate.atMost(MOST);
                  }
                  return null;
                }));
      }
      for (Future<?> one : done) {
        one.get();
      }
      assertThat(estimate.atMost(MOST)).isEqualTo(95);
    }
    threads.shutdown();
  }

  private static CostEstimate learned(Costs costs, long seed) {
    CostEstimate estimate = new CostEstimate(1);
    learn(estimate, costs, seed);
    return estimate;
  }

  private static void learn(CostEstimate estimate, Costs costs, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 100; i++) {
      estimate.add(costs.at(random.nextDouble()));
    }
  }
}
