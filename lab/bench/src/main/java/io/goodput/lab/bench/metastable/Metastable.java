package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.Pinning;
import io.goodput.lab.bench.load.WarmUp;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.nodes.NodeOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The benchmark {@code metastable}: a node is paused while clients that retry offer nearly all that
 * a cluster can serve. The retries add load, which may keep the cluster down after the pause.
 *
 * <p>Source: Huang et al., "Metastable Failures in the Wild", OSDI 2022.
 */
public final class Metastable implements Benchmark {

  static final int NODES = 3;

  /** The load, relative to what the cluster serves right before the pause. */
  static final double LOAD = 0.85;

  /** How long clients wait for an answer to each attempt. */
  static final Duration TIMEOUT = Duration.ofMillis(500);

  static final int RETRIES = 3;

  /**
   * Threads of each node for requests, and for reads. Cassandra's defaults, 128 and 32, suit a
   * machine with about sixteen cores.
   */
  static final int THREADS = 8;

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    RunLengths lengths = bench.quickOr(RunLengths.QUICK, RunLengths.FULL);
    try (Subject stock = start(Design.STOCK, bench, 0, lengths);
        Subject best = start(Design.STOCK_BEST, bench, 1, lengths);
        Subject goodput = start(Design.GOODPUT, bench, 2, lengths)) {
      return new Run(bench, lengths, List.of(stock, best, goodput)).measure().findings();
    }
  }

  private static Subject start(Design design, Bench bench, int number, RunLengths lengths) {
    NodeOptions options =
        design
            .options(bench)
            .withJvmArgument("-XX:ActiveProcessorCount=1")
            .withSetting("native_transport_max_threads", THREADS)
            .withSetting("concurrent_reads", THREADS);
    return Subject.start(
        design,
        bench,
        number,
        lengths.firstCompiler() ? options.withJvmArgument("-XX:TieredStopAtLevel=1") : options);
  }

  private record Run(Bench bench, RunLengths lengths, List<Subject> subjects) {

    MetastableResult measure() throws InterruptedException {
      // Compilers finish sooner with all cores.
      for (Subject subject : subjects) {
        bench.say("Warming up the %s nodes ...", subject.design());
        WarmUp.untilStable(subject.reads(), Subject.CLIENTS, lengths.warmUp(), bench.progress());
      }
      boolean pinned = pin();
      List<Trial> trials = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        List<Subject> order = new ArrayList<>(subjects);
        Collections.rotate(order, 1 - round);
        bench.say("Round %d of %d ...", round, lengths.rounds());
        for (Subject subject : order) {
          double capacity = subject.capacity(lengths.probe());
          Trial trial = subject.pause(round, LOAD * capacity, lengths);
          subject.rest(0.1 * capacity);
          bench.say("  %-11s %s", trial.design(), MetastableResult.line(trial));
          trials.add(trial);
        }
      }
      return new MetastableResult(lengths, pinned, trials);
    }

    private boolean pin() throws InterruptedException {
      boolean possible = Runtime.getRuntime().availableProcessors() > 1;
      for (Subject subject : subjects) {
        possible = possible && Pinning.pin(subject.nodes().cluster(), 1);
      }
      return possible && Pinning.pinThisProcess(0);
    }
  }
}
