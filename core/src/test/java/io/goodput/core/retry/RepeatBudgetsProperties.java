package io.goodput.core.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class RepeatBudgetsProperties {

  private static final int TENANT = 7;

  @Property
  void repeats_overAnyTime_areATenthOfTheSuccessesAndWhatWasSaved(
      @ForAll @Size(max = 3_000) List<Boolean> requests) {
    RepeatBudgets budgets = new RepeatBudgets();
    int successes = 0;
    int repeats = 0;
    int worst = 0;
    int least = 0;
    for (boolean succeeds : requests) {
      if (succeeds) {
        budgets.succeeded(TENANT);
        successes++;
      } else if (budgets.spend(TENANT)) {
        repeats++;
      }
      // The most that any time up to now has had beyond a tenth, in tenths of a repeat.
      int beyond = repeats * RepeatBudgets.SUCCESSES_PER_REPEAT - successes;
      least = Math.min(least, beyond);
      worst = Math.max(worst, beyond - least);
    }

    assertThat(worst)
        .isLessThanOrEqualTo(RepeatBudgets.MOST_SAVED * RepeatBudgets.SUCCESSES_PER_REPEAT);
  }

  @Property
  void repeats_withinATenthOfTheSuccesses_areAllAllowed(
      @ForAll @Size(max = 200) List<Boolean> odd) {
    RepeatBudgets budgets = new RepeatBudgets();
    for (boolean first : odd) {
      for (int success = 0; success < RepeatBudgets.SUCCESSES_PER_REPEAT; success++) {
        if (first && success == 0) {
          assertThat(budgets.spend(TENANT)).isTrue();
        }
        budgets.succeeded(TENANT);
      }
      if (!first) {
        assertThat(budgets.spend(TENANT)).isTrue();
      }
    }
  }

  @Example
  void repeats_withoutASuccess_areFew() {
    RepeatBudgets budgets = new RepeatBudgets();
    int repeats = 0;
    while (budgets.spend(TENANT)) {
      repeats++;
    }

    assertThat(repeats).isEqualTo(RepeatBudgets.FEW);
  }

  @Example
  void repeats_thatCanBeSavedUp_areAHundred() {
    RepeatBudgets budgets = new RepeatBudgets();
    for (int success = 0; success < 5_000; success++) {
      budgets.succeeded(TENANT);
    }
    int repeats = 0;
    while (budgets.spend(TENANT)) {
      repeats++;
    }

    assertThat(repeats).isEqualTo(RepeatBudgets.MOST_SAVED);
  }

  @Example
  void tenants_haveBudgetsOfTheirOwn() {
    RepeatBudgets budgets = new RepeatBudgets();
    while (budgets.spend(TENANT)) {}

    assertThat(budgets.spend(TENANT + 1)).isTrue();
  }
}
