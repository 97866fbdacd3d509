package io.goodput.lab.bench.overload;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.ArmClusters.ArmCluster;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.LibraryRequests;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.TableCount;
import io.goodput.lab.bench.overload.OverloadResult.Moderate;
import io.goodput.lab.bench.overload.OverloadResult.Step;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.nodes.TemporaryCluster;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The benchmark {@code overload}: writes to one partition, offered at rising rates to the clusters
 * of all arms in turn.
 */
public final class Overload implements Benchmark {

  /** Counts from the intended send time. */
  static final Duration DEADLINE = Duration.ofMillis(500);

  private static final String WRITE = "INSERT INTO bench.events (id, row, value) VALUES (1, ?, ?)";

  private static final int PROBE_CLIENTS = 256;

  static final Map<String, Object> TUNING =
      Setup.tuning(DEADLINE, "native_transport_throw_on_overload", true);

  /**
   * Lengths of the parts of a run in seconds, and how many parts there are. The warm-up ends
   * earlier once the nodes are stable. The first {@code settle} seconds of a step do not count.
   */
  record StepLengths(
      boolean firstCompiler,
      int warmUp,
      int probe,
      int rounds,
      int maxSteps,
      int step,
      int settle,
      int moderateRounds,
      int moderate,
      int application) {

    /** About seven minutes. The JVM's first compiler alone finishes early. */
    static final StepLengths QUICK = new StepLengths(true, 16, 3, 3, 8, 3, 1, 5, 4, 10);

    static final StepLengths FULL = new StepLengths(false, 120, 10, 3, 9, 12, 4, 12, 15, 30);
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    StepLengths lengths = bench.quickOr(StepLengths.QUICK, StepLengths.FULL);
    Setup setup =
        new Setup(
            TUNING,
            "drop_late_requests: true\n",
            Map.of("write_request_timeout", DEADLINE.toMillis() + "ms"),
            lengths.firstCompiler(),
            DEADLINE,
            Overload::writes);
    try (ArmClusters clusters = ArmClusters.start(bench, setup)) {
      return new Run(bench, lengths, clusters).measure().findings();
    }
  }

  private static Requests writes(TemporaryCluster nodes, LoadClient client) {
    client.create(nodes, "events (id int, row int, value blob, PRIMARY KEY (id, row))");
    return client.requests(WRITE, DefaultConsistencyLevel.QUORUM, rows());
  }

  private static List<List<ByteBuffer>> rows() {
    ByteBuffer value = ByteBuffer.allocate(50);
    return IntStream.range(0, 1000)
        .mapToObj(row -> List.of(LoadClient.encoded(row), value))
        .toList();
  }

  private record Run(Bench bench, StepLengths lengths, ArmClusters clusters) {

    OverloadResult measure() throws InterruptedException {
      boolean pinned = clusters.warmUp(PROBE_CLIENTS, lengths.warmUp());
      EnumMap<Arm, Double> saturation = new EnumMap<>(Arm.class);
      for (ArmCluster cluster : clusters.inOrder(1)) {
        saturation.put(
            cluster.arm(), ClosedLoop.capacity(cluster.requests(), PROBE_CLIENTS, lengths.probe()));
      }
      List<Step> steps = steps(saturation.getOrDefault(Arm.STOCK, 0.0));
      OverloadResult found =
          new OverloadResult(lengths, pinned, saturation, steps, List.of(), List.of());
      List<Moderate> moderate = new ArrayList<>();
      for (int round = 1; round <= lengths.moderateRounds(); round++) {
        bench.say("Without overload, round %d of %d ...", round, lengths.moderateRounds());
        moderate.addAll(moderate(round, found.moderateLoad()));
      }
      return new OverloadResult(lengths, pinned, saturation, steps, moderate, application());
    }

    /** An application with the library, on the nodes with Goodput. */
    private List<Application> application() throws InterruptedException {
      ArmCluster cluster =
          clusters.inOrder(1).stream()
              .filter(one -> one.arm() == Arm.GOODPUT)
              .findFirst()
              .orElseThrow();
      List<Application> rounds = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        double capacity = ClosedLoop.capacity(cluster.requests(), PROBE_CLIENTS, lengths.probe());
        try (LibraryRequests library =
            LibraryRequests.of(cluster.sessions(), DEADLINE, WRITE, rows())) {
          OpenLoop.Load load =
              new OpenLoop.Load(
                  library,
                  Application.FACTOR * capacity,
                  0,
                  LoadClient.MAX_IN_FLIGHT_PER_NODE,
                  DEADLINE);
          Recording recording = OpenLoop.run(lengths.application(), List.of(load)).get(0);
          Application found =
              new Application(capacity, recording, lengths.application() / 3, library.sent());
          bench.say(
              "  application  %s", Figure.line(Application.FIGURES, new Rounds<>(List.of(found))));
          rounds.add(found);
        }
        cluster.secondsUntilWell(System.nanoTime(), 0.1 * capacity);
      }
      return rounds;
    }

    /** The first round finds the loads: from below what stock serves best to more than twice it. */
    private List<Step> steps(double saturation) throws InterruptedException {
      List<Step> steps = new ArrayList<>();
      List<Double> loads = new ArrayList<>();
      // Every second step doubles the load.
      for (double offered = Math.sqrt(0.5) * saturation;
          loads.size() < lengths.maxSteps() && !isEnough(steps);
          offered *= Math.sqrt(2)) {
        loads.add(offered);
        steps.addAll(steps(1, offered, 0.2 * saturation));
      }
      double least = 0.49 * bestOfStock(steps);
      loads.removeIf(offered -> offered < least);
      steps.removeIf(step -> step.offered() < least);
      for (int round = 2; round <= lengths.rounds(); round++) {
        bench.say("Round %d of %d ...", round, lengths.rounds());
        for (double offered : loads) {
          steps.addAll(steps(round, offered, 0.2 * saturation));
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

    private List<Step> steps(int round, double offered, double light) throws InterruptedException {
      List<Step> steps = new ArrayList<>();
      for (ArmCluster cluster : clusters.inOrder(round)) {
        long before = writes(cluster);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(lengths.step());
        Recording recording = cluster.offer(offered, lengths.step());
        long writes = writes(cluster) - before;
        double recovery = cluster.secondsUntilWell(end, light);
        Step step = new Step(cluster.arm(), offered, recording, lengths.settle(), writes, recovery);
        bench.say(
            "  %-11s offered/s %.0f, %s",
            step.arm(), offered, Figure.line(Step.FIGURES, new Rounds<>(List.of(step))));
        steps.add(step);
      }
      return steps;
    }

    /** Writes that replicas have executed. */
    private static long writes(ArmCluster cluster) {
      return TableCount.of(cluster.nodes().cluster().nodes(), "events", "WriteLatency");
    }

    private List<Moderate> moderate(int round, double perSecond) throws InterruptedException {
      List<Moderate> parts = new ArrayList<>();
      for (ArmCluster cluster : clusters.inOrder(round)) {
        Duration before = cluster.nodes().cpuTime();
        Recording recording = cluster.offer(perSecond, lengths.moderate());
        Duration cpu = cluster.nodes().cpuTime().minus(before);
        parts.add(new Moderate(cluster.arm(), recording, cpu));
      }
      return parts;
    }
  }
}
