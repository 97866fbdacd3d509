package io.goodput.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real threads that take moments concurrently. */
class VirtualScheduleContentionTest {

  private static final int THREADS = 4;
  private static final int TAKEN = 250_000;
  private static final long COST = 7;
  private static final long NEVER = Long.MAX_VALUE / 4;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void take_fromManyThreads_returnsEveryMomentOnce() throws Exception {
    VirtualSchedule schedule = new VirtualSchedule(0);
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<long[]>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      running.add(
          threads.submit(
              () -> {
                start.await();
                return LongStream.range(0, TAKEN).map(i -> schedule.take(0, COST, NEVER)).toArray();
              }));
    }
    LongStream all = LongStream.empty();
    for (Future<long[]> thread : running) {
      all = LongStream.concat(all, LongStream.of(thread.get()));
    }

    assertThat(all.sorted().toArray())
        .isEqualTo(LongStream.range(0, THREADS * TAKEN).map(i -> i * COST).toArray());
  }
}
