package io.goodput.bench.overload;

import io.goodput.bench.Bench;
import io.goodput.bench.Benchmark;
import io.goodput.bench.load.OpenLoop;
import io.goodput.bench.load.Recording;
import io.goodput.bench.load.WarmUp;
import io.goodput.bench.overload.OverloadResult.Arms;
import io.goodput.bench.overload.OverloadResult.Round;
import io.goodput.bench.overload.OverloadResult.Steps;
import io.goodput.bench.report.Figure;
import io.goodput.bench.report.Findings;
import io.goodput.cluster.NodeOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The benchmark {@code overload}: writes to one partition, offered at rising rates to a stock
 * cluster and to a protected cluster in turn.
 *
 * @param goodputYaml settings of the protected nodes, as in {@code goodput.yaml}
 */
public record Overload(String goodputYaml) implements Benchmark {

  /**
   * Request threads of each node, and as many write threads. Cassandra's defaults, 128 and 32, suit
   * a machine with about sixteen cores.
   */
  private static final int THREADS = 8;

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    StepLengths lengths = bench.quickOr(StepLengths.QUICK, StepLengths.FULL);
    NodeOptions protectedNode = bench.withPlugin().withGoodputYaml(goodputYaml);
    try (Subject stock = Subject.start("stock", bench, 0, common(NodeOptions.stock(), lengths));
        Subject guarded = Subject.start("protected", bench, 1, common(protectedNode, lengths))) {
      return new Run(bench, lengths, stock, guarded).measure().findings();
    }
  }

  private static NodeOptions common(NodeOptions options, StepLengths lengths) {
    NodeOptions compiled =
        lengths.firstCompiler() ? options.withJvmArgument("-XX:TieredStopAtLevel=1") : options;
    return compiled
        .withJvmArgument("-XX:ActiveProcessorCount=1")
        .withSetting("native_transport_max_threads", THREADS)
        .withSetting("concurrent_writes", THREADS)
        .withSetting("write_request_timeout", Subject.DEADLINE.toMillis() + "ms");
  }

  private record Run(Bench bench, StepLengths lengths, Subject stock, Subject guarded) {

    OverloadResult measure() throws InterruptedException {
      // Compilers finish sooner with all cores.
      for (Subject subject : List.of(stock, guarded)) {
        bench.say("Warming up the %s nodes ...", subject.name());
        WarmUp.untilStable(
            subject.writes(), Subject.PROBE_CLIENTS, lengths.warmUp(), bench.progress());
      }
      boolean pinned = pin();
      bench.say(
          pinned
              ? "The nodes share one core, the client has another"
              : "Nodes and client share all cores: two cores and taskset would separate them");
      Arms saturation =
          new Arms(stock.saturation(lengths.probe()), guarded.saturation(lengths.probe()));
      List<Steps> steps = new ArrayList<>();
      // Every second step doubles the load.
      for (double offered = 0.4 * saturation.stock();
          steps.size() < lengths.maxSteps() && !isEnough(steps);
          offered *= Math.sqrt(2)) {
        double light = 0.2 * saturation.stock();
        steps.add(new Steps(step(stock, offered, light), step(guarded, offered, light)));
      }
      List<Round> moderate = new ArrayList<>();
      for (int round = 1; round <= lengths.moderateRounds(); round++) {
        bench.say("Without overload, round %d of %d ...", round, lengths.moderateRounds());
        moderate.add(moderate(OverloadResult.moderate(steps)));
      }
      return new OverloadResult(lengths, pinned, saturation, steps, moderate);
    }

    private boolean pin() throws InterruptedException {
      return Runtime.getRuntime().availableProcessors() > 1
          && stock.pin(1)
          && guarded.pin(1)
          && Subject.pin(ProcessHandle.current().pid(), 0);
    }

    /**
     * Whether a step has twice the load of the best step of stock, less rounding errors. Nodes get
     * faster for minutes, so only a failed step proves what stock can serve.
     */
    private static boolean isEnough(List<Steps> steps) {
      return !steps.isEmpty()
          && steps.get(steps.size() - 1).offered()
              > 1.99 * OverloadResult.best(steps, Steps::stock).offered();
    }

    private Step step(Subject subject, double offered, double light) throws InterruptedException {
      Step step = subject.step(offered, light, lengths);
      bench.say("  %-9s %s", subject.name(), Figure.line(Step.FIGURES, step));
      return step;
    }

    /** Loads both clusters at once, so that other work on the machine slows both. */
    private Round moderate(double perSecond) throws InterruptedException {
      Duration stockCpu = stock.cpu();
      Duration guardedCpu = guarded.cpu();
      List<Recording> recordings =
          OpenLoop.run(lengths.moderate(), List.of(stock.load(perSecond), guarded.load(perSecond)));
      return new Round(
          recordings.get(0),
          recordings.get(1),
          stock.cpu().minus(stockCpu),
          guarded.cpu().minus(guardedCpu));
    }
  }
}
