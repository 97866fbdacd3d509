package io.goodput.lab.bench.accuracy;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.accuracy.AccuracyResult.CaseAccuracy;
import io.goodput.lab.bench.accuracy.AccuracyResult.Simulated;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.nodes.TemporaryCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The benchmark {@code limit-accuracy}: how closely a cluster keeps the limit of a partition. */
public final class LimitAccuracy implements Benchmark {

  /** Seconds at the start of each case that the steady state leaves out. */
  static final int SETTLE_SECONDS = 5;

  /** The nodes' compilers use most of the CPU in their first seconds. */
  private static final int WARM_UP_SECONDS = 10;

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    List<LimitCase> cases = bench.quickOr(LimitCase.quick(), LimitCase.full());
    List<Recording> recordings;
    try (TemporaryCluster own = bench.start(LimitCase.NODES, bench.withPlugin());
        LoadClient client = LoadClient.connect(own.cluster().contactPoints())) {
      recordings = measure(bench, new LimitedPartitions(own, client, cases));
    }
    IntFunction<CaseAccuracy> row =
        i -> new CaseAccuracy(cases.get(i), recordings.get(i), Simulated.of(cases.get(i)));
    return new AccuracyResult(IntStream.range(0, cases.size()).parallel().mapToObj(row).toList())
        .findings();
  }

  private static List<Recording> measure(Bench bench, LimitedPartitions partitions)
      throws InterruptedException {
    partitions.createTables();
    bench.say("Warming up ...");
    OpenLoop.run(WARM_UP_SECONDS, partitions.warmUpLoads());
    int seconds = SETTLE_SECONDS + bench.quickOr(7, 10);
    List<LimitCase> cases = partitions.cases();
    List<Recording> recordings = new ArrayList<>();
    for (List<LimitCase> batch : LimitCase.batches(cases)) {
      int done = recordings.size();
      bench.say("Cases %d to %d of %d ...", done + 1, done + batch.size(), cases.size());
      recordings.addAll(OpenLoop.run(seconds, batch.stream().map(partitions::load).toList()));
    }
    return recordings;
  }
}
