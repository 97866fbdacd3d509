package io.goodput.jmh;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.limit.PartitionLimits;
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

/** One decision as a request pays for it: the clock, the key, a random number, the tables. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecisionBenchmark {

  private static final long HOT_TOKEN = 4711;
  private static final int TOKENS_THAT_FIT = PartitionCounters.DEFAULT_ENTRIES / 2;
  private static final int TOKENS_THAT_DO_NOT = 1_000_000;
  private static final int REPLICAS = 3;
  private static final Limit LOW = Limit.of(100, REPLICAS);
  private static final Limit HIGH = Limit.of(Integer.MAX_VALUE, REPLICAS);

  private final TimeSource time = TimeSource.system();
  private final PartitionKeys keys = new PartitionKeys(0x9e37_79b9_7f4a_7c15L);
  private final PartitionLimits limits =
      new PartitionLimits(time, new PartitionCounters(PartitionCounters.DEFAULT_ENTRIES));

  /** All operations on one partition, which is far over its limit. */
  @Benchmark
  public boolean hotKeyOverItsLimit() {
    return admit(HOT_TOKEN, LOW);
  }

  /** All operations on one partition, none of which is refused. */
  @Benchmark
  public boolean hotKeyUnderItsLimit() {
    return admit(HOT_TOKEN, HIGH);
  }

  /** Half as many partitions as the table has entries: nearly every one is found there. */
  @Benchmark
  public boolean uniformKeys() {
    return admit(ThreadLocalRandom.current().nextInt(TOKENS_THAT_FIT), HIGH);
  }

  /** Fifteen times as many: nearly every one takes the entry of another. */
  @Benchmark
  public boolean uniformKeysThatEvict() {
    return admit(ThreadLocalRandom.current().nextInt(TOKENS_THAT_DO_NOT), HIGH);
  }

  /** The part of a decision that is the clock. */
  @Benchmark
  public long clock() {
    return limits.now();
  }

  private boolean admit(long token, Limit limit) {
    double random = ThreadLocalRandom.current().nextDouble();
    return limits.admit(limits.now(), keys.of(token), limit, random);
  }
}
