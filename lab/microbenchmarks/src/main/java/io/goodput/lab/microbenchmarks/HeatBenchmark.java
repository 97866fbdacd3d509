package io.goodput.lab.microbenchmarks;

import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.LockInPrevention;
import io.goodput.core.heat.ReadShares;
import io.goodput.core.heat.ReplicaHeats;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Chooses the replicas of a read by heat, and computes the read shares that the choice needs. */
@State(Scope.Benchmark)
public class HeatBenchmark extends BenchmarkDefaults {

  private static final long DAY = 86_400_000_000_000L;

  /** Replicas per partition; a read contacts a majority of them. */
  @Param({"3", "5"})
  public int replicas;

  private final ReplicaHeats<Integer> heats = new ReplicaHeats<>(LockInPrevention.DEFAULT);
  private List<Integer> nodes = List.of();
  private double[] hitRates = {0};
  private double[] coordinatedReads = {1};
  private ReadShares shares = ReadShares.of(hitRates, coordinatedReads, 1, 0);

  /** Sets up one cold replica; the others are warm. */
  @Setup
  public void setUp() {
    nodes = IntStream.range(0, replicas).boxed().toList();
    hitRates = IntStream.range(0, replicas).mapToDouble(i -> i == 0 ? 0.1 : 0.8).toArray();
    coordinatedReads = IntStream.range(0, replicas).mapToDouble(i -> 100 + i).toArray();
    for (int i = 0; i < replicas; i++) {
      heats.report(i, new HeatReport(1, DAY, 1_000, hitRates[i], coordinatedReads[i], 0), 0);
    }
    shares = recompute();
  }

  /** Draws the replicas of one read. */
  @Benchmark
  public int draw() {
    return shares.draw(1, ThreadLocalRandom.current().nextDouble());
  }

  /** Computes the read shares from given hit rates. */
  @Benchmark
  public ReadShares recompute() {
    return ReadShares.of(
        hitRates, coordinatedReads, replicas / 2 + 1, LockInPrevention.DEFAULT.deadBand());
  }

  /** Computes the read shares from the latest reports of the nodes. */
  @Benchmark
  public ReadShares recomputeFromReports() {
    return heats.shares(nodes, replicas / 2 + 1, 0);
  }
}
