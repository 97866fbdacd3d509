package io.goodput.jmh;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One limit decision with all its parts: clock, key, random number and counters. */
@State(Scope.Benchmark)
public class DecisionBenchmark extends BenchmarkDefaults {

  private static final long HOT_TOKEN = 4711;
  private static final int FITTING_TOKENS = PartitionCounters.DEFAULT_ENTRIES / 2;
  private static final int EVICTING_TOKENS = 1_000_000;
  private static final int REPLICAS = 3;
  private static final Limit LOW = Limit.of(100, REPLICAS);
  private static final Limit HIGH = Limit.of(Integer.MAX_VALUE, REPLICAS);

  private final TimeSource time = TimeSource.system();
  private final PartitionKeys keys = new PartitionKeys(0x9e37_79b9_7f4a_7c15L);
  private final PartitionLimits limits =
      new PartitionLimits(time, new PartitionCounters(PartitionCounters.DEFAULT_ENTRIES));

  /** All requests access one partition, far over its limit. */
  @Benchmark
  public boolean hotKeyOverLimit() {
    return admit(HOT_TOKEN, LOW);
  }

  /** All requests access one partition, under its limit. */
  @Benchmark
  public boolean hotKeyUnderLimit() {
    return admit(HOT_TOKEN, HIGH);
  }

  /** Half as many partitions as counters: nearly every request finds its counter. */
  @Benchmark
  public boolean uniformKeys() {
    return admit(ThreadLocalRandom.current().nextInt(FITTING_TOKENS), HIGH);
  }

  /** A million partitions: nearly every request evicts another partition's counter. */
  @Benchmark
  public boolean uniformKeysWithEviction() {
    return admit(ThreadLocalRandom.current().nextInt(EVICTING_TOKENS), HIGH);
  }

  /** Only the clock, which each decision reads once. */
  @Benchmark
  public long clock() {
    return limits.now();
  }

  private boolean admit(long token, Limit limit) {
    double random = ThreadLocalRandom.current().nextDouble();
    return limits.admit(limits.now(), keys.of(token), limit, random);
  }
}
