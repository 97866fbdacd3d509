package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.goodput.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowanceTest {

  private static final long NOW = 1_000_000;
  private static final long SECOND = Nanos.PER_SECOND;
  private static final int THREADS = 4;

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE / 2, -1, 0, 1, Long.MAX_VALUE / 2})
  void used_ofAnUnusedAllowance_isZero(long now) {
    assertThat(Allowance.used(Allowance.UNUSED, now, Pace.withProbability(1, 1, 1))).isZero();
  }

  @Test
  void used_afterAnOperation_drainsAtThePaceOfTheMoment() {
    long[] words = {Allowance.UNUSED};
    Allowance.pay(words, 0, NOW, Pace.withProbability(1 / 64.0, 1, 1), 1, 0);

    assertThat(Allowance.used(words[0], NOW + SECOND / 4, Pace.withProbability(2, 1, 1)))
        .isCloseTo(0.5, within(0.001));
  }

  @Test
  void used_byAThreadThatIsLate_isWhatAnotherThreadHasUsed() {
    long[] words = {Allowance.UNUSED};
    Pace pace = Pace.withProbability(1, 1, 1);
    Allowance.pay(words, 0, NOW + SECOND / 2, pace, 1, 0);

    assertThat(Allowance.used(words[0], NOW, pace)).isEqualTo(1);
  }

  @Test
  void used_afterDays_isZero() {
    long[] words = {Allowance.UNUSED};
    Pace pace = Pace.withProbability(1, 1, 1);
    Allowance.pay(words, 0, NOW, pace, 1, 0);

    assertThat(Allowance.used(words[0], NOW + 50 * 3600 * SECOND, pace)).isZero();
  }

  @Test
  void pay_fromManyThreadsAtOneMoment_admitsTheBurstExactly() throws Exception {
    Pace pace = Pace.withProbability(100_000, 1, 1);
    long[] words = {7, Allowance.UNUSED, 7};
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Long>> running = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  long admitted = 0;
                  while (Allowance.pay(words, 1, NOW, pace, 1, 0)) {
                    admitted++;
                  }
                  return admitted;
                }));
      }
      long admitted = 0;
      for (Future<Long> thread : running) {
        admitted += thread.get();
      }

      assertThat(admitted).isEqualTo((long) pace.burst() + 1);
      assertThat(Allowance.used(words[1], NOW, pace)).isEqualTo((double) admitted);
      assertThat(words).startsWith(7).endsWith(7);
    } finally {
      threads.shutdownNow();
    }
  }
}
