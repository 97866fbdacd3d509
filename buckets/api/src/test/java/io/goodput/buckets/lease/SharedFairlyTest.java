package io.goodput.buckets.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.bucket.Rate;
import io.goodput.core.bucket.Rates;
import io.goodput.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Processes that share one bucket, simulated: all parts but the store and the clock are those that
 * applications use.
 */
@DisplayName("Of processes that share a bucket, of which most want four times their fair share,")
class SharedFairlyTest {

  private static final double GREEDY = 4;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final ManualWorkers workers = new ManualWorkers(time);
  private final ModelStore store = new ModelStore(time);
  private final Random random = new Random(1);

  @DisplayName("one that wants a quarter of its fair share gets nearly all of it")
  @ParameterizedTest(name = "{0} processes, {1} tokens/s, burst {2}")
  @CsvSource({
    "2, 10, 10",
    "2, 100, 100",
    "2, 1000, 1000",
    "5, 1, 20",
    "5, 10, 10",
    "5, 100, 100",
    "5, 1000, 1000",
    "20, 1, 10",
    "20, 10, 100",
    "20, 100, 100",
    "20, 1000, 100",
    "50, 1, 60",
    "50, 10, 10",
    "50, 100, 100",
    "50, 1000, 2000"
  })
  void smallProcess_getsAlmostAllThatItWants(int processes, long rate, long burst) {
    List<CallingProcess> all = share(processes, rate, burst, 0.25);

    assertThat(all.get(0).admittedOfWanted()).isGreaterThan(0.9);
  }

  @DisplayName("one that wants four fifths of its fair share gets most of it")
  @ParameterizedTest(name = "{0} processes, {1} tokens/s, burst {2}")
  @CsvSource({
    "5, 1, 20",
    "5, 10, 10",
    "5, 100, 100",
    "5, 1000, 1000",
    "20, 10, 10",
    "20, 100, 100",
    "20, 1000, 1000",
    "50, 10, 10",
    "50, 100, 100",
    "50, 1000, 1000"
  })
  void processBelowItsFairShare_getsMostThatItWants(int processes, long rate, long burst) {
    List<CallingProcess> all = share(processes, rate, burst, 0.8);

    assertThat(all.get(0).admittedOfWanted()).isGreaterThan(0.85);
  }

  @DisplayName("those that want more get equal shares")
  @ParameterizedTest(name = "{0} processes, {1} tokens/s, burst {2}")
  @CsvSource({"5, 10, 10", "5, 1000, 1000", "20, 10, 10", "20, 100, 100", "50, 1000, 1000"})
  void greedyProcesses_getEqualShares(int processes, long rate, long burst) {
    List<CallingProcess> greedy = share(processes, rate, burst, 0.25).subList(1, processes);
    long least = greedy.stream().mapToLong(CallingProcess::admitted).min().orElseThrow();
    long most = greedy.stream().mapToLong(CallingProcess::admitted).max().orElseThrow();

    assertThat((double) least / most).isGreaterThan(0.9);
  }

  @DisplayName("all together get what flows in")
  @ParameterizedTest(name = "{0} processes, {1} tokens/s, burst {2}")
  @CsvSource({"2, 10, 10", "5, 10, 10", "20, 10, 10", "20, 1000, 1000", "50, 1000, 1000"})
  void allProcesses_getWhatFlowsIn(int processes, long rate, long burst) {
    List<CallingProcess> all = share(processes, rate, burst, 0.25);
    long admitted = all.stream().mapToLong(CallingProcess::admitted).sum();

    assertThat(admitted / (rate * seconds(processes, rate))).isBetween(0.95, 1.0);
  }

  @DisplayName("those that want the same get equal shares once the first has spent the burst")
  @Test
  void equalProcesses_ofAFullBucket_getEqualSharesAfterTheBurst() {
    Rates limits = Rates.of(Rate.perSecond(100, 200));
    workers.advance(Duration.ofSeconds(2));
    List<CallingProcess> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(new CallingProcess(store, workers, time, random, limits, 2_000));
      workers.advance(Duration.ofMillis(100));
    }
    workers.advance(Duration.ofSeconds(2));
    List<Long> before = all.stream().map(CallingProcess::admitted).toList();
    workers.advance(Duration.ofSeconds(8));

    // The first has most of the burst, because it came before the others.
    assertThat(before.get(0)).isGreaterThan(200);
    for (int i = 0; i < 4; i++) {
      assertThat(all.get(i).admitted() - before.get(i)).isBetween(180L, 220L);
    }
  }

  /** The first process wants a part of its fair share. */
  private List<CallingProcess> share(int processes, long rate, long burst, double part) {
    Rates limits = Rates.of(Rate.perSecond(rate, burst));
    double fair = (double) rate / processes;
    List<CallingProcess> all = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      all.add(
          new CallingProcess(
              store, workers, time, random, limits, i == 0 ? part * fair : GREEDY * fair));
    }
    workers.advance(Duration.ofMillis((long) (1_000 * seconds(processes, rate))));
    return all;
  }

  /** Long enough for 300 tokens of each process. */
  private static double seconds(int processes, long rate) {
    return Math.max(60, 300.0 * processes / rate);
  }
}
