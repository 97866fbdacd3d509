package io.goodput.lab.bench.overload;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.Pinning;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.WarmUp;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.nodes.NodeOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The benchmark {@code overload}: writes to one partition, offered at rising rates to a stock
 * cluster, to one with Cassandra's own settings against overload, and to a protected one in turn.
 *
 * @param goodputYaml settings of the protected nodes, as in {@code goodput.yaml}
 */
public record Overload(String goodputYaml) implements Benchmark {

  /** Settings that switch on what the benchmark measures. */
  public static final String GOODPUT_YAML = "drop_late_requests: true\n";

  /**
   * Request threads of each node, and as many write threads. Cassandra's defaults, 128 and 32, suit
   * a machine with about sixteen cores.
   */
  private static final int THREADS = 8;

  /**
   * Cassandra's own settings against overload for clients with this deadline: a request's time
   * counts from its arrival, nodes reject requests that have waited for as long as clients do, and
   * they reject new ones while the oldest has waited for half of that time.
   */
  static final Map<String, Object> OWN_SETTINGS =
      Collections.unmodifiableMap(
          new TreeMap<>(
              Map.of(
                  "cql_start_time",
                  "QUEUE",
                  "native_transport_timeout",
                  Subject.DEADLINE.toMillis() + "ms",
                  "native_transport_queue_max_item_age_threshold",
                  0.5,
                  "native_transport_throw_on_overload",
                  true)));

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    StepLengths lengths = bench.quickOr(StepLengths.QUICK, StepLengths.FULL);
    NodeOptions stock = common(NodeOptions.stock(), lengths);
    NodeOptions tuned = stock;
    for (Map.Entry<String, Object> setting : OWN_SETTINGS.entrySet()) {
      tuned = tuned.withSetting(setting.getKey(), setting.getValue());
    }
    NodeOptions guarded = common(bench.withPlugin().withGoodputYaml(goodputYaml), lengths);
    try (Subject first = Subject.start(Arm.STOCK, bench, 0, stock);
        Subject second = Subject.start(Arm.TUNED, bench, 1, tuned);
        Subject third = Subject.start(Arm.PROTECTED, bench, 2, guarded)) {
      return new Run(bench, lengths, List.of(first, second, third)).measure().findings();
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

  private record Run(Bench bench, StepLengths lengths, List<Subject> subjects) {

    OverloadResult measure() throws InterruptedException {
      // Compilers finish sooner with all cores.
      for (Subject subject : subjects) {
        bench.say("Warming up the %s nodes ...", subject.arm());
        WarmUp.untilStable(
            subject.writes(), Subject.PROBE_CLIENTS, lengths.warmUp(), bench.progress());
      }
      boolean pinned = pin();
      bench.say(
          pinned
              ? "The nodes share one core, the client has another"
              : "Nodes and client share all cores: two cores and taskset would separate them");
      EnumMap<Arm, Double> saturation = new EnumMap<>(Arm.class);
      for (Subject subject : subjects) {
        saturation.put(subject.arm(), subject.saturation(lengths.probe()));
      }
      List<Step> steps = steps(saturation.getOrDefault(Arm.STOCK, 0.0));
      OverloadResult found = new OverloadResult(lengths, pinned, saturation, steps, List.of());
      List<Moderate> moderate = new ArrayList<>();
      for (int round = 1; round <= lengths.moderateRounds(); round++) {
        bench.say("Without overload, round %d of %d ...", round, lengths.moderateRounds());
        moderate.addAll(moderate(found.moderateLoad()));
      }
      return new OverloadResult(lengths, pinned, saturation, steps, moderate);
    }

    private boolean pin() throws InterruptedException {
      boolean possible = Runtime.getRuntime().availableProcessors() > 1;
      for (Subject subject : subjects) {
        possible = possible && Pinning.pin(subject.nodes().cluster(), 1);
      }
      return possible && Pinning.pinThisProcess(0);
    }

    /**
     * The first round finds the loads: from below what stock serves best to more than twice as
     * much. Each round has another order of clusters.
     */
    private List<Step> steps(double saturation) throws InterruptedException {
      List<Step> steps = new ArrayList<>();
      List<Double> loads = new ArrayList<>();
      // Every second step doubles the load.
      for (double offered = Math.sqrt(0.5) * saturation;
          loads.size() < lengths.maxSteps() && !isEnough(steps);
          offered *= Math.sqrt(2)) {
        loads.add(offered);
        steps.addAll(steps(subjects, offered, 0.2 * saturation));
      }
      double least = 0.49 * bestOfStock(steps);
      loads.removeIf(offered -> offered < least);
      steps.removeIf(step -> step.offered() < least);
      for (int round = 1; round < lengths.rounds(); round++) {
        bench.say("Round %d of %d ...", round + 1, lengths.rounds());
        List<Subject> order = new ArrayList<>(subjects);
        Collections.rotate(order, -round);
        for (double offered : loads) {
          steps.addAll(steps(order, offered, 0.2 * saturation));
        }
      }
      return steps;
    }

    /**
     * Whether a step has 2.8 times the load of the best step of stock, less rounding errors: nodes
     * get faster for minutes, so that in later rounds this is still twice what stock can serve.
     */
    private static boolean isEnough(List<Step> steps) {
      double best = bestOfStock(steps);
      return steps.stream().anyMatch(step -> step.offered() > 2.8 * best);
    }

    private static double bestOfStock(List<Step> steps) {
      return steps.stream()
          .filter(step -> step.arm() == Arm.STOCK)
          .max(Comparator.comparingDouble(Step::goodput))
          .map(Step::offered)
          .orElse(Double.POSITIVE_INFINITY);
    }

    private List<Step> steps(List<Subject> order, double offered, double light)
        throws InterruptedException {
      List<Step> steps = new ArrayList<>();
      for (Subject subject : order) {
        Step step = subject.step(offered, light, lengths);
        bench.say(
            "  %-11s offered/s %.0f, %s",
            subject.arm(), offered, Figure.line(Step.FIGURES, new Rounds<>(List.of(step))));
        steps.add(step);
      }
      return steps;
    }

    /** Loads all clusters at once, so that other work on the machine slows all. */
    private List<Moderate> moderate(double perSecond) throws InterruptedException {
      List<Duration> before = subjects.stream().map(Subject::cpu).toList();
      List<Recording> recordings =
          OpenLoop.run(
              lengths.moderate(),
              subjects.stream().map(subject -> subject.load(perSecond)).toList());
      List<Moderate> round = new ArrayList<>();
      for (int i = 0; i < subjects.size(); i++) {
        Subject subject = subjects.get(i);
        Duration cpu = subject.cpu().minus(before.get(i));
        round.add(new Moderate(subject.arm(), recordings.get(i), cpu));
      }
      return round;
    }
  }
}
