package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real threads that compete for the entries of one set. */
class ContentionTest {

  private static final int WINDOW = 3;
  private static final int THREADS = 4;
  private static final int HOT_KEYS = 5;
  private static final int OPERATIONS = 1_000_000;
  private static final int COLD_KEYS = 1_000;

  private final PartitionCounters counters = new PartitionCounters(PartitionCounters.WAYS);
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  /** Every thread counts hot and cold keys in turn. */
  @BeforeEach
  void flood() throws Exception {
    for (int i = 0; i < HOT_KEYS * PartitionCounters.PROTECTED; i++) {
      counters.account(WINDOW, hotKey(i));
    }
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      SplittableRandom random = new SplittableRandom(thread);
      running.add(
          threads.submit(
              () -> {
                start.await();
                for (int i = 0; i < OPERATIONS; i++) {
                  counters.account(WINDOW, hotKey(i));
                  counters.account(WINDOW, 1_000 + random.nextInt(COLD_KEYS));
                }
                return null;
              }));
    }
    for (Future<?> thread : running) {
      thread.get();
    }
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void count_ofAHotKey_isExact() {
    for (int i = 0; i < HOT_KEYS; i++) {
      assertThat(counters.count(WINDOW, hotKey(i)))
          .isEqualTo(PartitionCounters.PROTECTED + THREADS * OPERATIONS / HOT_KEYS);
    }
  }

  @Test
  void hottest_containsNoKeyTwice() {
    assertThat(counters.hottest(WINDOW, 0, 100))
        .extracting(PartitionRate::key)
        .doesNotHaveDuplicates();
  }

  @Test
  void countsAndOperationsWithoutEntry_areAtMostAllOperations() {
    double counted =
        counters.hottest(WINDOW, 0, 100).stream().mapToDouble(PartitionRate::perSecond).sum();

    assertThat(counted + counters.withoutEntry())
        .isLessThanOrEqualTo(2.0 * THREADS * OPERATIONS + HOT_KEYS * PartitionCounters.PROTECTED);
  }

  private static long hotKey(int i) {
    return 100L + i % HOT_KEYS;
  }
}
