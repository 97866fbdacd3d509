package io.goodput.lab.bench.rejection;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.rejection.Counting.Count;
import io.goodput.lab.bench.report.Findings;
import java.util.ArrayList;
import java.util.List;

/** The benchmark {@code rejection-cost}; it starts no database. */
public final class RejectionCost implements Benchmark {

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    JmhLengths lengths = bench.quickOr(JmhLengths.QUICK, JmhLengths.FULL);
    Microbenchmarks jmh = new Microbenchmarks(lengths, bench);
    List<Cost> rejections = jmh.run("RejectionBenchmark", 1);
    List<Cost> decisions = new ArrayList<>();
    List<Count> counts = new ArrayList<>();
    for (int threads : lengths.threads()) {
      decisions.addAll(jmh.run("DecisionBenchmark", threads));
      bench.say("Counting, threads: %d ...", threads);
      counts.add(Counting.hot(threads));
      counts.add(Counting.hotAmongOthers(threads));
      counts.add(Counting.admitted(threads, lengths.floodSeconds()));
    }
    return new RejectionCostResult(lengths, rejections, decisions, counts).findings();
  }
}
