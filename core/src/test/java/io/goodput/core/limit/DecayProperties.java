package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;

/** How a count decays through windows, whatever their numbers. */
class DecayProperties {

  private static final long KEY = 77;

  /** A count carries 30 bits of window; operations may arrive 1024 windows late. */
  private static final int LONGEST_IDLENESS = (1 << 30) - 1025;

  private PartitionCounters counters = new PartitionCounters(PartitionCounters.WAYS);

  @BeforeTry
  void reset() {
    counters = new PartitionCounters(PartitionCounters.WAYS);
  }

  @Property(tries = 300)
  void count_atASteadyRate_runsFromTheRateToTwiceTheRate(
      @ForAll int firstWindow,
      @ForAll @IntRange(min = 1, max = 3_000) int rate,
      @ForAll @IntRange(min = 0, max = 10_000) int before) {
    count(firstWindow, before);
    int window = firstWindow;
    for (int i = 0; i < 15; i++) {
      count(++window, rate);
    }

    counters.account(++window, KEY);
    assertThat(counters.count(window, KEY)).isBetween((long) rate, rate + 1L);
    count(window, rate - 1);
    assertThat(counters.count(window, KEY)).isBetween(2L * rate - 1, 2L * rate);
  }

  @Property
  void count_afterIdleWindows_isHalvedForEachOfThem(
      @ForAll int window,
      @ForAll @IntRange(min = 0, max = 10_000) int operations,
      @ForAll @IntRange(min = 0, max = 40) int idle) {
    count(window, operations);

    assertThat(counters.count(window + idle, KEY)).isEqualTo((long) operations >> idle);
  }

  @Property
  void count_ofTheHighestPossible_isZeroAfterAnyIdlenessUpTo34Years(
      @ForAll int window, @ForAll @IntRange(min = 34, max = LONGEST_IDLENESS) int idle) {
    counters.account(window, KEY);
    Entries.setCounts(counters, window, 1L << 33);

    assertThat(counters.count(window + idle, KEY)).isZero();
  }

  @Property
  void account_afterAnyIdlenessUpTo34Years_startsAtOne(
      @ForAll int window, @ForAll @IntRange(min = 14, max = LONGEST_IDLENESS) int idle) {
    count(window, 10_000);

    counters.account(window + idle, KEY);

    assertThat(counters.count(window + idle, KEY)).isEqualTo(1);
  }

  @Property
  void count_ofOneOperation_isZeroInTheNextWindow(@ForAll int window) {
    counters.account(window, KEY);

    assertThat(counters.count(window + 1, KEY)).isZero();
  }

  private void count(int window, int operations) {
    for (int i = 0; i < operations; i++) {
      counters.account(window, KEY);
    }
  }
}
