package io.goodput.core.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many tokens were spent when, on the bucket's clock in microseconds; a step back counts as no
 * time.
 */
final class Spending {

  private record Spent(long at, long tokens) {}

  private final List<Spent> all = new ArrayList<>();
  private long latest = Long.MIN_VALUE;

  void add(long at, long tokens) {
    latest = Math.max(latest, at);
    all.add(new Spent(latest, tokens));
  }

  void assertWithinBurstAndInflow(Rates rates) {
    rates.all().forEach(this::assertWithinBurstAndInflow);
  }

  /** Checks every span of time from one spending to another, or every calendar period. */
  void assertWithinBurstAndInflow(Rate rate) {
    if (rate.isCalendar()) {
      assertWithinPeriods(rate);
      return;
    }
    for (int first = 0; first < all.size(); first++) {
      long spent = 0;
      for (int last = first; last < all.size(); last++) {
        spent += all.get(last).tokens();
        long micros = all.get(last).at() - all.get(first).at();
        assertThat(spent)
            .as("tokens spent within %d us at %s", micros, rate)
            .isLessThanOrEqualTo(rate.burst() + rate.inflow(micros));
      }
    }
  }

  private void assertWithinPeriods(Rate rate) {
    Map<Long, Long> spent = new TreeMap<>();
    all.forEach(one -> spent.merge(rate.period().start(one.at()), one.tokens(), Long::sum));

    assertThat(spent.values())
        .as("tokens spent in each period of %s", rate)
        .allSatisfy(tokens -> assertThat(tokens).isLessThanOrEqualTo(rate.burst()));
  }
}
