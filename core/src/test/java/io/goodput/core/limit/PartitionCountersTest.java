package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionCountersTest {

  private static final int WINDOW = 1_800_000_000;
  private static final long KEY = 0x1234_5678_9abc_def0L;
  private static final long MAX_LIMIT = Integer.MAX_VALUE;
  private static final double LUCKIEST = 0;
  private static final double UNLUCKIEST = Math.nextDown(1.0);

  private final PartitionCounters counters = new PartitionCounters(64);

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -8, 0, 1, 4, 12, 65_535, 65_537, 1 << 27})
  void constructor_withoutAPowerOfTwoInRange_throws(int entries) {
    assertThatThrownBy(() -> new PartitionCounters(entries))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("power of two")
        .hasMessageContaining(String.valueOf(entries));
  }

  @Test
  void memory_ofTheDefaultTable_isBetweenOneAndTwoMebibytes() {
    PartitionCounters table = new PartitionCounters(PartitionCounters.DEFAULT_ENTRIES);

    assertThat(Entries.of(table).length * 8).isBetween(1 << 20, 2 << 20);
  }

  @Test
  void count_ofAKeyNeverSeen_isZero() {
    assertThat(counters.count(WINDOW, KEY)).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void account_ofAnyKey_countsIt(long key) {
    counters.account(WINDOW, key);

    assertThat(counters.count(WINDOW, key)).isEqualTo(1);
  }

  @Test
  void admit_withLimitZero_rejectsTheFirstOperation() {
    assertThat(counters.admit(WINDOW, KEY, 0, LUCKIEST)).isFalse();
  }

  @Test
  void admit_belowTwiceTheLimit_ignoresTheRandomNumber() {
    count(KEY, 18);

    assertThat(counters.admit(WINDOW, KEY, 10, UNLUCKIEST)).isTrue();
  }

  @Test
  void admit_atTwiceTheLimit_admitsHalf() {
    count(KEY, 19);
    assertThat(counters.admit(WINDOW, KEY, 10, 0.5)).isFalse();
    assertThat(counters.admit(WINDOW, KEY, 10, Math.nextDown(0.5))).isTrue();
  }

  @Test
  void countRejection_ofACountedOperation_addsOne() {
    counters.account(WINDOW, KEY);

    counters.countRejection(WINDOW, KEY);

    assertThat(counters.hottest(WINDOW, 0, 1)).containsExactly(new PartitionRate(KEY, 1, 1));
  }

  @Test
  void admit_ofARejectedOperation_countsIt() {
    assertThat(counters.admit(WINDOW, KEY, 0, LUCKIEST)).isFalse();

    assertThat(counters.count(WINDOW, KEY)).isEqualTo(1);
  }

  @Test
  void admit_justBelowTwiceTheHighestLimit_admits() {
    storeCount(2 * MAX_LIMIT - 2);

    assertThat(counters.admit(WINDOW, KEY, MAX_LIMIT, UNLUCKIEST)).isTrue();
  }

  @Test
  void admit_atTwiceTheHighestLimit_mayReject() {
    storeCount(2 * MAX_LIMIT - 1);

    assertThat(counters.admit(WINDOW, KEY, MAX_LIMIT, 0.5)).isFalse();
  }

  @Test
  void account_atTheHighestCount_doesNotOverflow() {
    storeCount((1L << 33) - 1);
    count(KEY, 1_000);

    assertThat(counters.count(WINDOW, KEY)).isEqualTo(1L << 33);
  }

  @Test
  void count_aWindowAfterTheHighestCount_isHalfOfIt() {
    storeCount(1L << 33);
    count(KEY, 1_000);

    assertThat(counters.count(WINDOW + 1, KEY)).isEqualTo(1L << 32);
  }

  @Test
  void account_inALateWindow_countsInTheCurrentOne() {
    counters.account(WINDOW, KEY);
    counters.account(WINDOW - 1, KEY);

    assertThat(counters.count(WINDOW, KEY)).isEqualTo(2);
  }

  @Test
  void admit_withoutAnEntry_admits() {
    PartitionCounters full = fullSet();

    assertThat(full.admit(WINDOW, 100, 1, UNLUCKIEST)).isTrue();
  }

  @Test
  void admit_withoutAnEntryAndWithLimitZero_rejects() {
    PartitionCounters full = fullSet();

    assertThat(full.admit(WINDOW, 100, 0, LUCKIEST)).isFalse();
  }

  @Test
  void withoutEntry_afterOperationsWithoutAnEntry_isTheirNumber() {
    PartitionCounters full = fullSet();
    full.account(WINDOW, 100);
    full.admit(WINDOW, 101, 1, UNLUCKIEST);

    assertThat(full.withoutEntry()).isEqualTo(2);
  }

  @Test
  void account_afterAFullSetHasCooledDown_findsAnEntryAgain() {
    PartitionCounters full = fullSet();

    full.account(WINDOW + 1, 100);

    assertThat(full.count(WINDOW + 1, 100)).isEqualTo(1);
  }

  @Test
  void hottest_ofManyKeys_returnsTheHighestFirst() {
    PartitionCounters table = new PartitionCounters(1 << 14);
    for (int key = 1; key <= 50; key++) {
      count(table, PARTITIONS.of(key), 3 * key);
    }

    assertThat(table.hottest(WINDOW, 0.5, 3))
        .containsExactly(
            new PartitionRate(PARTITIONS.of(50), 100, 0),
            new PartitionRate(PARTITIONS.of(49), 98, 0),
            new PartitionRate(PARTITIONS.of(48), 96, 0));
  }

  @Test
  void hottest_ofALimitedKey_returnsTheRejectedRate() {
    for (int i = 0; i < 30; i++) {
      if (!counters.admit(WINDOW, KEY, 5, UNLUCKIEST)) {
        counters.countRejection(WINDOW, KEY);
      }
    }

    assertThat(counters.hottest(WINDOW, 0, 1)).isEqualTo(List.of(new PartitionRate(KEY, 30, 21)));
  }

  @Test
  void hottest_afterAllCountsHaveDecayed_isEmpty() {
    count(KEY, 1_000);

    assertThat(counters.hottest(WINDOW + 10, 0, 10)).isEmpty();
  }

  @Test
  void hottest_withoutResults_isEmpty() {
    count(KEY, 1_000);

    assertThat(counters.hottest(WINDOW, 0, 0)).isEmpty();
  }

  private static final PartitionKeys PARTITIONS = new PartitionKeys(42);

  private void count(long key, int operations) {
    count(counters, key, operations);
  }

  private static void count(PartitionCounters table, long key, int operations) {
    for (int i = 0; i < operations; i++) {
      table.account(WINDOW, key);
    }
  }

  private void storeCount(long count) {
    counters.account(WINDOW, KEY);
    Entries.setCounts(counters, WINDOW, count);
  }

  /** One set, in which all keys have just reached the protected count. */
  private static PartitionCounters fullSet() {
    PartitionCounters full = new PartitionCounters(PartitionCounters.WAYS);
    for (int key = 2; key < 2 + PartitionCounters.WAYS; key++) {
      count(full, key, PartitionCounters.PROTECTED);
    }
    return full;
  }
}
