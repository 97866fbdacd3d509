package io.goodput.lab.microbenchmarks;

import io.goodput.core.limit.DemandReport;
import io.goodput.core.limit.Limit;
import io.goodput.core.limit.PartitionCounters;
import io.goodput.core.limit.PartitionDemand;
import io.goodput.core.limit.PartitionLimits;
import io.goodput.core.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A tick of the thread that shares limits, while ten thousand partitions are lukewarm: each tick
 * takes as many reports as arrive, and computes this node's part of each limit.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SharingBenchmark extends BenchmarkDefaults {

  private static final int PARTITIONS = 10_000;
  private static final int ENTRIES = PartitionLimits.SHARED_PARTITIONS;
  private static final int REPORTS_PER_TICK = 10;
  private static final Limit LIMIT = Limit.of(10, 3, 101);

  /** Other nodes that report. */
  @Param({"2", "100"})
  public int peers;

  private final PartitionLimits limits =
      new PartitionLimits(
          TimeSource.system(), new PartitionCounters(PartitionCounters.DEFAULT_ENTRIES));
  private final List<DemandReport> reports = new ArrayList<>();
  private int next;

  /** Prepares a report of each peer. */
  @Setup
  public void prepare() {
    SplittableRandom random = new SplittableRandom(1);
    long[] keys = random.longs(PARTITIONS).toArray();
    for (int peer = 0; peer < peers; peer++) {
      List<PartitionDemand> demands = new ArrayList<>();
      for (int i = 0; i < ENTRIES; i++) {
        long key = keys[random.nextInt(PARTITIONS)];
        demands.add(new PartitionDemand(key, LIMIT, 1 + random.nextDouble(), 0));
      }
      reports.add(new DemandReport(peer, Math.max(1, peers / REPORTS_PER_TICK), demands));
    }
  }

  /** One tick, with the reports that arrive in it and those that this node sends. */
  @Benchmark
  public int tick() {
    int entries = 0;
    for (int i = 0; i < Math.min(peers, REPORTS_PER_TICK); i++) {
      DemandReport report = reports.get(next++ % peers);
      limits.take(report);
      entries += limits.relayed(report.node()).size();
    }
    return entries + limits.tick().size();
  }
}
