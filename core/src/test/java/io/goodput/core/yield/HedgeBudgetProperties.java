package io.goodput.core.yield;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class HedgeBudgetProperties {

  /** No read is hedged for a while, and then each whenever that is allowed. */
  @Property
  void hedges_overAnyTime_areATenthOfTheReadsAndWhatWasSaved(
      @ForAll @IntRange(max = 100) int idle,
      @ForAll @Size(min = 1, max = 200) List<@IntRange(max = 100_000) Integer> reads) {
    HedgeBudget budget = new HedgeBudget();
    boolean allowed = true;
    List<Long> hedges = new ArrayList<>();
    for (int second = 0; second < reads.size(); second++) {
      long now = allowed && second >= idle ? reads.get(second) : 0;
      hedges.add(now);
      allowed = budget.next(reads.get(second), now);
    }

    long mostReads = Collections.max(reads);
    double saved = HedgeBudget.FEW + 2 * HedgeBudget.SHARE * mostReads;
    for (int first = 0; first < reads.size(); first++) {
      double bound = saved + Collections.max(hedges);
      long sent = 0;
      for (int second = first; second < reads.size(); second++) {
        bound += HedgeBudget.SHARE * reads.get(second);
        sent += hedges.get(second);
        assertThat(sent).isLessThanOrEqualTo((long) Math.ceil(bound));
      }
    }
  }

  @Property
  void hedges_ofFewerThanATenthOfTheReads_areAlwaysAllowed(
      @ForAll @IntRange(min = 20, max = 100_000) int reads,
      @ForAll @IntRange(min = 1, max = 100) int seconds) {
    HedgeBudget budget = new HedgeBudget();
    for (int second = 0; second < seconds; second++) {
      assertThat(budget.next(reads, reads / 10)).isTrue();
    }
  }

  /** Some seconds have more than a tenth, others fewer. */
  @Example
  void hedges_ofAShortStop_areAllowed() {
    HedgeBudget budget = new HedgeBudget();
    for (int second = 0; second < 60; second++) {
      assertThat(budget.next(1_000, second % 2 == 0 ? 0 : 150)).isTrue();
    }
  }

  @Example
  void hedges_thatWereTooMany_arePaidOff() {
    HedgeBudget budget = new HedgeBudget();
    assertThat(budget.next(1_000, 1_000)).isFalse();
    int held = 1;
    while (!budget.next(1_000, 0)) {
      held++;
    }

    assertThat(held).isBetween(8, 10);
  }
}
