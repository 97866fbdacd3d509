package io.goodput.jmh;

import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.time.SecondWindows;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One decision as a request pays for it: the clock, the key, a random number, the table. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PartitionCountersBenchmark {

  private static final long HOT_TOKEN = 4711;
  private static final int UNIFORM_TOKENS = 1_000_000;
  private static final long LOW_LIMIT = 100;
  private static final long HIGH_LIMIT = Integer.MAX_VALUE;

  private final TimeSource time = TimeSource.system();
  private final SecondWindows windows = new SecondWindows(time);
  private final PartitionKeys keys = new PartitionKeys(0x9e37_79b9_7f4a_7c15L);
  private final PartitionCounters counters =
      new PartitionCounters(PartitionCounters.DEFAULT_ENTRIES);

  /** All operations on one partition, which is far over its limit. */
  @Benchmark
  public boolean hotKeyOverItsLimit() {
    return admit(HOT_TOKEN, LOW_LIMIT);
  }

  /** All operations on one partition, none of which is refused. */
  @Benchmark
  public boolean hotKeyUnderItsLimit() {
    return admit(HOT_TOKEN, HIGH_LIMIT);
  }

  /** Fifteen times as many partitions as the table has entries. */
  @Benchmark
  public boolean uniformKeys() {
    return admit(ThreadLocalRandom.current().nextInt(UNIFORM_TOKENS), LOW_LIMIT);
  }

  /** The part of a decision that is the clock. */
  @Benchmark
  public int currentWindow() {
    return windows.current();
  }

  private boolean admit(long token, long limit) {
    double random = ThreadLocalRandom.current().nextDouble();
    long now = time.monotonicNanos();
    return counters.admitPaced(windows.at(now), now, keys.of(token), limit, random);
  }
}
