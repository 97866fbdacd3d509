package io.goodput.jmh;

import io.goodput.core.heat.Cures;
import io.goodput.core.heat.HeatReport;
import io.goodput.core.heat.ReadShares;
import io.goodput.core.heat.ReplicaHeats;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a read pays for the choice of its replicas, and what the figures behind it cost. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HeatBenchmark {

  private static final long DAY = 86_400_000_000_000L;

  /** Of a partition; a majority of them is contacted. */
  @Param({"3", "5"})
  public int replicas;

  private final ReplicaHeats<Integer> heats = new ReplicaHeats<>(Cures.DEFAULT);
  private List<Integer> nodes = List.of();
  private double[] hitRates = {0};
  private double[] coordinatedReads = {1};
  private ReadShares shares = ReadShares.of(hitRates, coordinatedReads, 1, 0);

  /** One cold replica. */
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

  /** The replicas of one read. */
  @Benchmark
  public int draw() {
    return shares.draw(1, ThreadLocalRandom.current().nextDouble());
  }

  /** The shares alone. */
  @Benchmark
  public ReadShares recompute() {
    return ReadShares.of(hitRates, coordinatedReads, replicas / 2 + 1, Cures.DEFAULT.deadBand());
  }

  /** The shares from the nodes' latest reports. */
  @Benchmark
  public ReadShares recomputeFromReports() {
    return heats.shares(nodes, replicas / 2 + 1, 0);
  }
}
