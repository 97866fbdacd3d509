package io.goodput.bench.rejection;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Lets threads ask the limiter, and compares what it counts with what they asked. */
final class Counting {

  private static final long OPERATIONS = 2_000_000;
  private static final int OTHERS = 1_000_000;
  private static final long LIMIT = 1000;
  private static final long HOT_TOKEN = 4711;
  private static final PartitionKeys KEYS = new PartitionKeys(0x9e37_79b9_7f4a_7c15L);
  private static final long HOT = KEYS.of(HOT_TOKEN);

  private Counting() {}

  /** Every thread counts one partition alone. */
  static Count hot(int threads) throws InterruptedException {
    PartitionLimits limits = limits(StandingTime.INSTANCE);
    together(
        threads,
        random -> {
          for (long i = 0; i < OPERATIONS; i++) {
            limits.account(limits.now(), HOT);
          }
          return 0;
        });
    return new Count(
        "operations counted on one partition",
        threads,
        limits.count(limits.now(), HOT),
        (double) OPERATIONS * threads);
  }

  /** Every thread counts one partition and one of a million others in turn. */
  static Count hotAmongOthers(int threads) throws InterruptedException {
    PartitionLimits limits = limits(StandingTime.INSTANCE);
    together(
        threads,
        random -> {
          for (long i = 0; i < OPERATIONS; i++) {
            limits.account(limits.now(), HOT);
            limits.account(limits.now(), KEYS.of(random.nextInt(OTHERS)));
          }
          return 0;
        });
    return new Count(
        "operations counted on one partition among a million others",
        threads,
        limits.count(limits.now(), HOT),
        (double) OPERATIONS * threads);
  }

  /** Every thread asks for one partition as fast as it can; the first second does not count. */
  static Count admitted(int threads, int seconds) throws InterruptedException {
    PartitionLimits limits = limits(TimeSource.system());
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
      return new Count(
          "operations admitted a second in a flood over a limit of " + LIMIT,
          threads,
          (double) flood(limits, threads, begin, end) / seconds,
          LIMIT);
    } finally {
      ticker.shutdownNow();
    }
  }

  private static long flood(PartitionLimits limits, int threads, long begin, long end)
      throws InterruptedException {
    Limit limit = Limit.of(LIMIT, 1);
    return together(
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
  }

  private static PartitionLimits limits(TimeSource time) {
    return new PartitionLimits(time, new PartitionCounters(PartitionCounters.DEFAULT_ENTRIES));
  }

  /** The sum of what so many threads come to. */
  private static long together(int threads, ToLongFunction<SplittableRandom> work)
      throws InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        SplittableRandom random = new SplittableRandom(thread);
        running.add(executor.submit(() -> work.applyAsLong(random)));
      }
      long sum = 0;
      for (Future<Long> thread : running) {
        sum += thread.get();
      }
      return sum;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      executor.shutdownNow();
    }
  }

  /** No count is halved. */
  private enum StandingTime implements TimeSource {
    INSTANCE;

    @Override
    public long monotonicNanos() {
      return 0;
    }

    @Override
    public long wallNanos() {
      return 0;
    }
  }
}
