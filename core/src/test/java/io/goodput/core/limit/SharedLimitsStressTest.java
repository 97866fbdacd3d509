package io.goodput.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SharedLimitsStressTest {

  private static final Limit LIMIT = Limit.of(10, 3);
  private static final int PLACES = 16;
  private static final int KEYS = 200;
  private static final int TICKS = 2_000;
  private static final int THREADS = 3;

  private final SharedLimits shared = new SharedLimits(PLACES);

  @Test
  void share_manyThreadsAndTicks_yieldsThePartitionOfTheKeyOrNone() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Long>> wrong = new ArrayList<>();
      List<Callable<Long>> tasks = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom random = new SplittableRandom(i);
        tasks.add(() -> wrongPartitions(random));
      }
      tasks.forEach(task -> wrong.add(threads.submit(task)));
      for (int tick = 0; tick < TICKS; tick++) {
        shared.tick(tick * PartitionLimits.TICK_NANOS);
      }
      for (Future<Long> count : wrong) {
        assertThat(count.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }

    // All demand has ended: within two seconds, no place is taken any more.
    for (int tick = TICKS; tick < TICKS + 2 * PartitionLimits.TICKS_PER_SECOND; tick++) {
      shared.tick(tick * PartitionLimits.TICK_NANOS);
    }
    for (long key = 0; key < KEYS; key++) {
      assertThat(shared.find(key << 32)).isSameAs(SharedLimits.NONE);
    }
  }

  private long wrongPartitions(SplittableRandom random) {
    long wrong = 0;
    for (int i = 0; i < 200_000; i++) {
      long key = (long) random.nextInt(KEYS) << 32;
      SharedPartition partition = shared.find(key);
      if (partition == SharedLimits.NONE) {
        partition = shared.share(Nanos.PER_SECOND, key, LIMIT, random.nextDouble());
      }
      if (partition != SharedLimits.NONE) {
        Pace unused = partition.coordinate(LIMIT);
        wrong += partition.key() == key ? 0 : 1;
      }
    }
    return wrong;
  }
}
