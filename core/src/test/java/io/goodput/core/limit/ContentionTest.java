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

/** Real threads that fight for the entries of one set. */
class ContentionTest {

  private static final int WINDOW = 3;
  private static final int THREADS = 4;
  private static final int HOT_KEYS = 5;
  private static final int OPERATIONS = 1_000_000;
  private static final int COLD_KEYS = 1_000;

  private final PartitionCounters counters = new PartitionCounters(PartitionCounters.WAYS);
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  /** Every thread counts hot keys and cold ones in turn. */
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
  void hotKeys_keepExactCounts() {
    for (int i = 0; i < HOT_KEYS; i++) {
      assertThat(counters.count(WINDOW, hotKey(i)))
          .isEqualTo(PartitionCounters.PROTECTED + THREADS * OPERATIONS / HOT_KEYS);
    }
  }

  @Test
  void noKey_hasTwoEntries() {
    assertThat(counters.hottest(WINDOW, 0, 100))
        .extracting(HotPartition::key)
        .doesNotHaveDuplicates();
  }

  @Test
  void allCounts_togetherWithThoseThatFoundNoEntry_areAtMostTheOperations() {
    double counted =
        counters.hottest(WINDOW, 0, 100).stream().mapToDouble(HotPartition::rate).sum();

    assertThat(counted + counters.withoutEntry())
        .isLessThanOrEqualTo(2.0 * THREADS * OPERATIONS + HOT_KEYS * PartitionCounters.PROTECTED);
  }

  private static long hotKey(int i) {
    return 100L + i % HOT_KEYS;
  }
}
