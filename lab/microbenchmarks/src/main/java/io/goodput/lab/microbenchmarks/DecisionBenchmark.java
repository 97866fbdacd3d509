package io.goodput.lab.microbenchmarks;

import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionKeys;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
  private static final int WORDS_PER_ENTRY = PartitionCounters.ENTRY_BYTES / Long.BYTES;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int REPLICAS = 3;
  private static final Limit LOW = Limit.of(100, REPLICAS);
  private static final Limit HIGH = Limit.of(Integer.MAX_VALUE, REPLICAS);

  private final long[] words = new long[PartitionCounters.DEFAULT_ENTRIES * WORDS_PER_ENTRY];
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

  /**
   * What no decision on uniform keys can do without: clock, key, and random number, one atomic
   * addition and one compare-and-set in a table of the same size.
   */
  @Benchmark
  public boolean uniformKeysLeast() {
    return least(ThreadLocalRandom.current().nextInt(FITTING_TOKENS));
  }

  /** The same for one partition. */
  @Benchmark
  public boolean hotKeyLeast() {
    return least(HOT_TOKEN);
  }

  /** Only the clock, which each decision reads once. */
  @Benchmark
  public long clock() {
    return limits.now();
  }

  private boolean least(long token) {
    double random = ThreadLocalRandom.current().nextDouble();
    long now = limits.now();
    int entry = (int) (keys.of(token) >>> Integer.SIZE) & (PartitionCounters.DEFAULT_ENTRIES - 1);
    int count = entry * WORDS_PER_ENTRY;
    long counted = (long) WORD.getAndAdd(words, count, 1L);
    long word = (long) WORD.getOpaque(words, count + 1);
    return WORD.compareAndSet(words, count + 1, word, now) && random * counted < 1;
  }

  private boolean admit(long token, Limit limit) {
    double random = ThreadLocalRandom.current().nextDouble();
    return limits.admit(limits.now(), keys.of(token), limit, random);
  }
}
