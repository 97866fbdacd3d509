package io.goodput.lab.bench.rejection;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import io.goodput.lab.simulation.SimulatedTime;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Compares the limiter's counts with the operations of several threads. */
final class Counting {

  private static final long OPERATIONS = 2_000_000;
  private static final long LIMIT = 1000;
  private static final PartitionKeys KEYS = new PartitionKeys(0x9e37_79b9_7f4a_7c15L);
  private static final long HOT = KEYS.of(4711);

  private Counting() {}

  /** A count of the limiter, which several threads used at the same time, and the correct value. */
  record Count(String what, int threads, double is, double exact) {}

  static Count hot(int threads) {
    return counted("operations counted on one partition", threads, (limits, random) -> {});
  }

  static Count hotAmongOthers(int threads) {
    return counted(
        "operations counted on one partition among a million others",
        threads,
        (limits, random) -> limits.account(limits.now(), KEYS.of(random.nextInt(1_000_000))));
  }

  private static Count counted(
      String what, int threads, BiConsumer<PartitionLimits, SplittableRandom> other) {
    // This clock stands still, so that counts do not decay and threads may share it.
    PartitionLimits limits = limits(new SimulatedTime(0));
    together(
        threads,
        random -> {
          for (long i = 0; i < OPERATIONS; i++) {
            limits.account(limits.now(), HOT);
            other.accept(limits, random);
          }
          return 0;
        });
    return new Count(what, threads, limits.count(limits.now(), HOT), (double) OPERATIONS * threads);
  }

  /** All threads ask for the same partition without pause. The first second does not count. */
  static Count admitted(int threads, int seconds) {
    PartitionLimits limits = limits(TimeSource.system());
    Limit limit = Limit.of(LIMIT, 1);
    long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    long end = begin + TimeUnit.SECONDS.toNanos(seconds);
    ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
    ScheduledFuture<?> unused =
        ticker.scheduleAtFixedRate(
            limits::tick,
            PartitionLimits.TICK_NANOS,
            PartitionLimits.TICK_NANOS,
            TimeUnit.NANOSECONDS);
    try {
      double admitted =
          together(
              threads,
              random -> {
                long count = 0;
                for (long now = limits.now(); now < end; now = limits.now()) {
                  if (limits.admit(now, HOT, limit, random.nextDouble()) && now >= begin) {
                    count++;
                  }
                }
                return count;
              });
      String what = "operations admitted a second in a flood over a limit of " + LIMIT;
      return new Count(what, threads, admitted / seconds, LIMIT);
    } finally {
      ticker.shutdownNow();
    }
  }

  private static PartitionLimits limits(TimeSource time) {
    return new PartitionLimits(time, new PartitionCounters(PartitionCounters.DEFAULT_ENTRIES));
  }

  private static long together(int threads, ToLongFunction<SplittableRandom> work) {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<CompletableFuture<Long>> results =
          IntStream.range(0, threads)
              .mapToObj(SplittableRandom::new)
              .map(
                  random -> CompletableFuture.supplyAsync(() -> work.applyAsLong(random), executor))
              .toList();
      return results.stream().mapToLong(CompletableFuture::join).sum();
    } finally {
      executor.shutdownNow();
    }
  }
}
