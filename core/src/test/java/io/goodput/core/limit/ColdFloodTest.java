package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten million keys that are seen once do not hide the few hot keys. */
class ColdFloodTest {

  private static final int COLD_KEYS = 10_000_000;
  private static final int LIMIT = 100;
  private static final int HOT_RATE = 1_000;
  private static final double UNLUCKIEST = Math.nextDown(1.0);
  private static final PartitionKeys KEYS = new PartitionKeys(0x600d_5eedL);

  private final PartitionCounters counters =
      new PartitionCounters(PartitionCounters.DEFAULT_ENTRIES);

  @ParameterizedTest(name = "{0} cold keys per second, {1} hot keys")
  @CsvSource({"500000,1", "2000000,20", "10000000,20", "10000000,200"})
  void admit_hotKeysInAFlood_rejectsAsSoonAsWithoutTheFlood(int floodRate, int hotKeys) {
    int[] firstRejected = new int[hotKeys];
    long cold = 0;
    int coldPerTurn = floodRate / HOT_RATE;
    for (int turn = 0; cold < COLD_KEYS; turn++) {
      int window = turn / HOT_RATE;
      for (int i = 0; i < coldPerTurn; i++) {
        counters.account(window, KEYS.of(1_000_000 + cold++));
      }
      for (int hot = 0; hot < hotKeys; hot++) {
        boolean admitted = counters.admit(window, KEYS.of(hot), LIMIT, UNLUCKIEST);
        if (!admitted && firstRejected[hot] == 0) {
          firstRejected[hot] = turn + 1;
        }
      }
    }

    assertThat(IntStream.of(firstRejected))
        .as("the first rejected operation; %d without a flood", 2 * LIMIT)
        .allMatch(turn -> turn >= 2 * LIMIT && turn <= 2 * LIMIT + 3);
  }

  @ParameterizedTest(name = "{0} cold keys per second")
  @CsvSource({"500000", "2000000", "10000000"})
  void count_ofAHotKeyInAFlood_isExact(int floodRate) {
    PartitionCounters withoutFlood = new PartitionCounters(PartitionCounters.WAYS);
    for (int i = 0; i < PartitionCounters.PROTECTED; i++) {
      counters.account(0, KEYS.of(0));
      withoutFlood.account(0, KEYS.of(0));
    }
    int coldPerTurn = floodRate / HOT_RATE;
    int window = 0;
    for (int cold = 0; cold < COLD_KEYS; cold++) {
      if (cold % coldPerTurn == 0) {
        window = cold / floodRate;
        counters.account(window, KEYS.of(0));
        withoutFlood.account(window, KEYS.of(0));
      }
      counters.account(window, KEYS.of(1_000_000 + cold));
    }

    assertThat(counters.count(window, KEYS.of(0)))
        .isEqualTo(withoutFlood.count(window, KEYS.of(0)));
  }
}
