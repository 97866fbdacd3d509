package io.goodput.lab.bench.accuracy;

import com.datastax.oss.driver.api.core.CqlSession;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.TemporaryCluster;
import io.goodput.lab.bench.accuracy.AccuracyResult.CaseAccuracy;
import io.goodput.lab.bench.accuracy.PartitionLoad.Measurement;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.nodes.NodeOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The benchmark {@code limit-accuracy}: how closely a cluster keeps the limit of a partition. */
public final class LimitAccuracy implements Benchmark {

  /** Seconds at the start of each case that the steady state leaves out. */
  static final int SETTLE_SECONDS = 5;

  /** The nodes' compilers use most of the CPU in their first seconds. */
  private static final int WARM_UP_SECONDS = 10;

  private static final long PACE_NANOS = 500_000;

  private final List<LimitCase> cases;

  /** A benchmark of these cases, at least one. */
  public LimitAccuracy(List<LimitCase> cases) {
    this.cases = List.copyOf(cases);
  }

  /** Only simulates these cases, and starts no cluster. */
  public static Benchmark simulation(List<LimitCase> cases) {
    return bench -> {
      bench.say("Simulating %d cases ...", cases.size());
      return findings(cases, number -> null);
    };
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    int nodes = cases.stream().mapToInt(LimitCase::nodes).max().orElseThrow();
    NodeOptions options = bench.withPlugin();
    bench.say("Starting %d nodes on port %d ...", nodes, bench.port());
    List<Measurement> measurements;
    try (TemporaryCluster own = bench.start(spec -> spec.withNodes(nodes).withOptions(options));
        CqlSession session = LimitedPartitions.connect(own.cluster().contactPoints())) {
      measurements = measure(bench, new LimitedPartitions(session, cases));
      bench.say("Stopping the nodes ...");
    }
    return findings(cases, measurements::get);
  }

  private static Findings findings(
      List<LimitCase> cases, IntFunction<@Nullable Measurement> measurements) {
    IntFunction<CaseAccuracy> row =
        i -> new CaseAccuracy(cases.get(i), measurements.apply(i), Simulated.of(cases.get(i)));
    return new AccuracyResult(IntStream.range(0, cases.size()).parallel().mapToObj(row).toList())
        .findings();
  }

  private List<Measurement> measure(Bench bench, LimitedPartitions partitions)
      throws InterruptedException {
    partitions.createTables();
    bench.say("Warming up ...");
    offer(WARM_UP_SECONDS, start -> partitions.warmUpLoads(start, WARM_UP_SECONDS));
    int seconds = SETTLE_SECONDS + bench.quickOr(7, 10);
    List<Measurement> measurements = new ArrayList<>();
    for (List<LimitCase> batch : LimitCases.batches(cases)) {
      int done = measurements.size();
      bench.say("Cases %d to %d of %d ...", done + 1, done + batch.size(), cases.size());
      offer(seconds, start -> partitions.loads(batch, start, seconds))
          .forEach(load -> measurements.add(load.measurement()));
    }
    return measurements;
  }

  /** Offers loads that start now, and waits for the last answer. */
  private static List<PartitionLoad> offer(
      int seconds, LongFunction<List<PartitionLoad>> startingAt) throws InterruptedException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    List<PartitionLoad> loads = startingAt.apply(start);
    for (long now = start; now < end; now = System.nanoTime()) {
      for (PartitionLoad load : loads) {
        load.sendDue(now);
      }
      LockSupport.parkNanos(PACE_NANOS);
    }
    for (PartitionLoad load : loads) {
      load.awaitAnswers();
    }
    return loads;
  }
}
