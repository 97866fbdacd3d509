package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static final int THREADS = 4;

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE / 2, -1, 0, 1, Long.MAX_VALUE / 2})
  void usedNanos_ofAnUnusedAllowance_isZero(long now) {
    assertThat(Allowance.usedNanos(Allowance.UNUSED, now)).isZero();
  }

  @Test
  void usedNanos_whenThePaidTimeIsOver_isZero() {
    assertThat(Allowance.usedNanos(1_000, 2_000)).isZero();
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

      assertThat(admitted).isEqualTo(pace.burstNanos() / pace.costNanos() + 1);
      assertThat(words).containsExactly(7, NOW + admitted * pace.costNanos(), 7);
    } finally {
      threads.shutdownNow();
    }
  }
}
