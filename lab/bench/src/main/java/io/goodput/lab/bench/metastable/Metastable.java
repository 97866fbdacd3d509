package io.goodput.lab.bench.metastable;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.Benchmark;
import io.goodput.lab.bench.arms.ArmClusters;
import io.goodput.lab.bench.arms.ArmClusters.ArmCluster;
import io.goodput.lab.bench.arms.Setup;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Event;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.RetriedRequests;
import io.goodput.lab.bench.load.Retries;
import io.goodput.lab.bench.load.SmallPartitions;
import io.goodput.lab.bench.metastable.MetastableResult.Trial;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.TemporaryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The benchmark {@code metastable}: a node is paused while clients that retry offer nearly all that
 * a cluster can serve. The retries add load, which may keep the cluster down after the pause.
 *
 * <p>Source: Huang et al., "Metastable Failures in the Wild", OSDI 2022.
 */
public final class Metastable implements Benchmark {

  /** The load, relative to what the cluster serves right before the pause. */
  static final double LOAD = 0.85;

  /** How long clients wait for an answer to each attempt. */
  static final Duration TIMEOUT = Duration.ofMillis(500);

  /** Settings of Goodput that keep work useful, with the clients' own timeout. */
  static final String GOODPUT_YAML =
      """
      fair_shares: on
      drop_late_requests: true
      client_timeout_reads: %dms
      """
          .formatted(TIMEOUT.toMillis());

  /** Replicas give up when clients do, too. */
  static final Map<String, Object> TUNING =
      Setup.tuning(TIMEOUT, "read_request_timeout", TIMEOUT.toMillis() + "ms");

  private static final int CLIENTS = 128;

  /**
   * Lengths of the parts of a run in seconds, and the number of rounds. The warm-up ends earlier
   * once the nodes are stable. The first {@code settle} seconds of {@code before} do not count.
   */
  record RunLengths(
      boolean firstCompiler,
      int rounds,
      int warmUp,
      int probe,
      int before,
      int settle,
      int pause,
      int after) {

    /** About twenty minutes. The JVM's first compiler alone finishes early. */
    static final RunLengths QUICK = new RunLengths(true, 3, 16, 4, 7, 3, 5, 20);

    static final RunLengths FULL = new RunLengths(false, 5, 90, 8, 15, 5, 5, 40);

    /** The second at which the pause ends. */
    int end() {
      return before + pause;
    }

    int seconds() {
      return end() + after;
    }
  }

  @Override
  public Findings measure(Bench bench) throws InterruptedException {
    RunLengths lengths = bench.quickOr(RunLengths.QUICK, RunLengths.FULL);
    Setup setup =
        new Setup(
            TUNING, GOODPUT_YAML, Map.of(), lengths.firstCompiler(), TIMEOUT, Metastable::reads);
    try (ArmClusters clusters = ArmClusters.start(bench, setup)) {
      boolean pinned = clusters.warmUp(CLIENTS, lengths.warmUp());
      List<Trial> trials = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        bench.say("Round %d of %d ...", round, lengths.rounds());
        for (Retries retries : Rounds.order(List.of(Retries.values()), round)) {
          for (ArmCluster cluster : clusters.inOrder(round)) {
            double capacity = ClosedLoop.capacity(cluster.requests(), CLIENTS, lengths.probe());
            Trial trial = pause(cluster, retries, round, LOAD * capacity, lengths);
            cluster.secondsUntilWell(System.nanoTime(), 0.1 * capacity);
            bench.say("  %-11s %-8s %s", retries, trial.arm(), MetastableResult.line(trial));
            trials.add(trial);
          }
        }
      }
      return new MetastableResult(lengths, pinned, trials).findings();
    }
  }

  private static Requests reads(TemporaryCluster nodes, LoadClient client) {
    SmallPartitions.create(nodes, client, "posts");
    return SmallPartitions.reads(client);
  }

  /** Offers a load, and pauses the last node meanwhile. */
  private static Trial pause(
      ArmCluster cluster, Retries retries, int round, double perSecond, RunLengths lengths)
      throws InterruptedException {
    Node last = cluster.nodes().cluster().node(ArmClusters.NODES);
    List<Event> events =
        List.of(new Event(lengths.before(), last::suspend), new Event(lengths.end(), last::resume));
    Duration allAttempts = TIMEOUT.multipliedBy(1 + retries.most());
    RetriedRequests retried = new RetriedRequests(cluster.requests(), TIMEOUT, retries);
    Load load = new Load(retried, perSecond, 0, LoadClient.MAX_IN_FLIGHT_PER_NODE, allAttempts);
    Recording recording = OpenLoop.run(lengths.seconds(), List.of(load), events).get(0);
    return new Trial(cluster.arm(), retries, round, perSecond, retried.sent(), lengths, recording);
  }
}
