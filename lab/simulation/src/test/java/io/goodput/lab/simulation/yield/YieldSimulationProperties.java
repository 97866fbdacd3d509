package io.goodput.lab.simulation.yield;

import static io.goodput.lab.simulation.yield.YieldSimulation.Policy.QUARTER;
import static io.goodput.lab.simulation.yield.YieldSimulation.Policy.STOCK;
import static io.goodput.lab.simulation.yield.YieldSimulation.Policy.YIELDING;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds for compaction that yields, over days and weeks. */
class YieldSimulationProperties {

  @Property(tries = 5)
  void aCalmDay_isNotTouched(@ForAll long seed) {
    assertThat(YieldSimulation.run(YieldScenario.CALM, YIELDING, seed).changes()).isZero();
  }

  @Property(tries = 5)
  void aBusyDay_makesRequestsWaitForATwentiethOfStocksSeconds(@ForAll long seed) {
    YieldOutcome stock = YieldSimulation.run(YieldScenario.BUSY, STOCK, seed);
    YieldOutcome yielding = YieldSimulation.run(YieldScenario.BUSY, YIELDING, seed);

    assertThat(yielding.waitingSeconds()).isLessThan(stock.waitingSeconds() / 20);
    assertThat(yielding.highestDebt()).isLessThan(1);
    assertThat(yielding.lastDebt()).isLessThan(0.01);
  }

  @Property(tries = 5)
  void bursts_makeRequestsWaitLittleLongerThanWithoutCompaction(@ForAll long seed) {
    YieldOutcome yielding = YieldSimulation.run(YieldScenario.BURSTS, YIELDING, seed);

    assertThat(yielding.waitingSeconds() - yielding.waitingAloneSeconds()).isLessThan(600);
  }

  @Property(tries = 3)
  void aWeekOfOverload_leavesABoundedDebt(@ForAll long seed) {
    YieldOutcome yielding = YieldSimulation.run(YieldScenario.WEEK, YIELDING, seed);

    assertThat(yielding.highestDebt()).isLessThan(1);
  }

  @Property(tries = 2)
  void aWeekAtAQuarterOfTheRate_leavesTenTimesTheBound(@ForAll long seed) {
    assertThat(YieldSimulation.run(YieldScenario.WEEK, QUARTER, seed).lastDebt()).isGreaterThan(10);
  }

  @Property(tries = 3)
  void aWeek_changesTheRateRarely(@ForAll long seed) {
    int changes = YieldSimulation.run(YieldScenario.WEEK, YIELDING, seed).changes();

    // One in two minutes.
    assertThat(changes).isLessThan(7 * 24 * 30);
  }
}
