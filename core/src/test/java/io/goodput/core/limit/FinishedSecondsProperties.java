package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FinishedSecondsProperties {

  private static final long KEY = 0x1234_5678_9abc_def0L;
  private static final int FIRST = -3;

  private final PartitionCounters counters = new PartitionCounters(64);
  private final FinishedSeconds seconds = new FinishedSeconds(counters);
  private final Map<Long, Long> told = new HashMap<>();

  @Example
  void sweep_theFirst_tellsNothing() {
    use(FIRST, KEY, 5);

    assertThat(seconds.sweep(FIRST + 1, () -> 0.05, told::put)).isFalse();
    assertThat(told).isEmpty();
  }

  @Example
  void sweep_twiceInAWindow_looksOnce() {
    sweep(FIRST, 0.05);

    assertThat(seconds.sweep(FIRST, () -> 0.5, told::put)).isFalse();
  }

  @Example
  void sweep_afterAMissedWindow_leavesTheSecondsOut() {
    sweep(FIRST, 0.05);
    use(FIRST, KEY, 5);

    assertThat(seconds.sweep(FIRST + 2, () -> 0.05, told::put)).isFalse();
    assertThat(told).isEmpty();
  }

  @Example
  void sweep_afterAMissedWindow_isExactFromTheNextOneOn() {
    sweep(FIRST, 0.05);
    use(FIRST, KEY, 100);
    sweep(FIRST + 3, 0.05);
    use(FIRST + 3, KEY, 7);

    assertThat(sweep(FIRST + 4, 0.05)).containsExactly(Map.entry(KEY, 7L));
  }

  @Example
  void sweep_afterAnotherKeyTookTheEntry_tellsTheOtherKey() {
    PartitionCounters small = new PartitionCounters(8);
    FinishedSeconds ofSmall = new FinishedSeconds(small);
    for (long key = 1; key <= 8; key++) {
      small.account(FIRST, key << 3);
    }
    ofSmall.sweep(FIRST + 1, () -> 0.05, told::put);
    small.account(FIRST + 1, 9L << 3);

    ofSmall.sweep(FIRST + 2, () -> 0.05, told::put);

    assertThat(told).containsExactly(Map.entry(9L << 3, 1L));
  }

  @Property
  void sweep_ofAPartitionThatRestsWhenSecondsEnd_isExact(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 100_000) Integer> operations) {
    assertThat(rates(operations, 0.05, 0)).isEqualTo(operations);
  }

  @Property
  void sweep_ofASteadyRate_isNearlyExact(
      @ForAll @IntRange(min = 20, max = 100_000) int rate,
      @ForAll @DoubleRange(min = 0.01, max = 0.5) double elapsed) {
    List<Integer> steady = Collections.nCopies(30, rate);

    List<Integer> found = rates(steady, elapsed, elapsed);

    assertThat(found.subList(2, 30))
        .allSatisfy(it -> assertThat((double) it).isBetween(0.97 * rate - 3, 1.03 * rate + 3));
  }

  @Property
  void sweeps_ofAnyRates_hardlyLoseOrInventOperations(
      @ForAll @Size(min = 10, max = 60) List<@IntRange(min = 0, max = 1_000) Integer> operations) {
    List<Integer> withRest = new ArrayList<>(operations);
    withRest.addAll(List.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));

    long found = rates(withRest, 0.05, 0.05).stream().mapToLong(it -> it).sum();

    long all = operations.stream().mapToLong(it -> it).sum();
    assertThat((double) found).isBetween(0.9 * all - 2_000, 1.1 * all + 2_000);
  }

  /**
   * What the sweeps tell of one partition.
   *
   * @param operations on it, by second
   * @param swept the fraction of a second after which the sweep comes
   * @param before the fraction of the operations that comes before the sweep
   */
  private List<Integer> rates(List<Integer> operations, double swept, double before) {
    PartitionCounters fresh = new PartitionCounters(64);
    FinishedSeconds sweeps = new FinishedSeconds(fresh);
    List<Integer> rates = new ArrayList<>();
    for (int second = 0; second <= operations.size(); second++) {
      int all = second < operations.size() ? operations.get(second) : 0;
      int early = (int) Math.round(all * before);
      use(fresh, FIRST + second, KEY, early);
      told.clear();
      sweeps.sweep(FIRST + second, () -> swept, told::put);
      if (second > 0) {
        rates.add(told.getOrDefault(KEY, 0L).intValue());
      }
      use(fresh, FIRST + second, KEY, all - early);
    }
    return rates;
  }

  private Map<Long, Long> sweep(int window, double elapsed) {
    told.clear();
    boolean unused = seconds.sweep(window, () -> elapsed, told::put);
    return told;
  }

  private void use(int window, long key, int operations) {
    use(counters, window, key, operations);
  }

  private static void use(PartitionCounters counters, int window, long key, int operations) {
    for (int i = 0; i < operations; i++) {
      counters.account(window, key);
    }
  }
}
