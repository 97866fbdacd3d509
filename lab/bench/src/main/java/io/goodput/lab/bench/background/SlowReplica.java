package io.goodput.lab.bench.background;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.arms.Cores;
import io.goodput.lab.bench.background.Background.Lengths;
import io.goodput.lab.bench.background.BackgroundResult.Sample;
import io.goodput.lab.bench.load.ClosedLoop;
import io.goodput.lab.bench.load.LoadClient;
import io.goodput.lab.bench.load.OpenLoop;
import io.goodput.lab.bench.load.OpenLoop.Load;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Requests;
import io.goodput.lab.bench.load.SmallPartitions;
import io.goodput.lab.bench.load.TableCount;
import io.goodput.lab.bench.load.WarmUp;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.nodes.Node;
import io.goodput.lab.nodes.TemporaryCluster;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Point reads through two of three nodes, with a quorum of replicas, while the third node stands
 * still for a fifth of each second. The tuned arm hedges nothing.
 */
record SlowReplica(Bench bench, Lengths lengths) {

  static final int NODES = 3;
  private static final int CLIENTS = 32;
  private static final long STILL_MILLIS = 200;

  /** Far below the stop. Cassandra's default, the 99th percentile, becomes as long as it. */
  private static final String HEDGED_AFTER = "10ms";

  /** The node that stands still also serves as a replica, so less is left to the others. */
  private static final double READS_SHARE = Background.READS_SHARE / 2;

  List<Sample> measure() throws InterruptedException {
    try (TemporaryCluster nodes = bench.start(NODES, bench.withPlugin());
        LoadClient client = LoadClient.connect(nodes.cluster().contactPoints())) {
      SmallPartitions.create(nodes, client, "posts");
      List<Node> coordinators = nodes.cluster().nodes().subList(0, NODES - 1);
      Requests reads = readsThrough(coordinators, client);
      bench.say("Warming up three nodes ...");
      WarmUp.untilStable(reads, CLIENTS, lengths.warmUp(), bench.progress());
      boolean unused = Cores.separate(nodes.cluster().nodes());
      double perSecond = READS_SHARE * ClosedLoop.capacity(reads, CLIENTS, lengths.probe());
      Run run = new Run(nodes.cluster().nodes().get(NODES - 1), coordinators, client, reads);
      List<Sample> samples = new ArrayList<>();
      for (int round = 1; round <= lengths.rounds(); round++) {
        for (Phase phase : Rounds.order(List.of(Phase.values()), round)) {
          Sample sample = run.sample(lengths, round, phase, perSecond);
          samples.add(sample);
          bench.say(
              "  %-10s %-8s %s",
              OtherWork.SLOW_REPLICA, phase, Figure.line(Sample.FIGURES, sample));
        }
      }
      return samples;
    }
  }

  private static Requests readsThrough(List<Node> coordinators, LoadClient client) {
    List<InetSocketAddress> addresses = coordinators.stream().map(Node::contactPoint).toList();
    return SmallPartitions.reads(
        client,
        client.session().getMetadata().getNodes().values().stream()
            .filter(node -> addresses.contains(node.getEndPoint().resolve()))
            .toList());
  }

  private record Run(Node slow, List<Node> coordinators, LoadClient client, Requests reads) {

    Sample sample(Lengths lengths, int round, Phase phase, double perSecond)
        throws InterruptedException {
      client.set("yield_to_requests", phase == Phase.GOODPUT ? "on" : "observe");
      client
          .session()
          .execute(
              "ALTER TABLE bench.posts WITH speculative_retry = '%s'"
                  .formatted(phase == Phase.TUNED ? "NONE" : HEDGED_AFTER));
      long before = hedges();
      Recording recording;
      try (Stops stops = new Stops(slow)) {
        if (phase != Phase.ALONE) {
          stops.begin();
        }
        recording =
            OpenLoop.run(
                    lengths.reads(),
                    List.of(
                        new Load(reads, perSecond, 0, Background.IN_FLIGHT, Background.DEADLINE)))
                .get(0);
      }
      double hedged = 1 + (hedges() - before) / (perSecond * lengths.reads());
      return Sample.ofHedges(phase, round, lengths.settle(), recording, hedged);
    }

    /** Reads that the coordinators have sent once more. */
    private long hedges() {
      return TableCount.of(coordinators, "posts", "SpeculativeRetries");
    }
  }

  /** A node that stands still again and again, until this is closed. */
  private static final class Stops implements AutoCloseable {

    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread;

    Stops(Node node) {
      this.thread = new Thread(() -> run(node), "stops");
    }

    void begin() {
      thread.start();
    }

    private void run(Node node) {
      boolean goesOn = true;
      while (goesOn) {
        node.suspend();
        goesOn = !isOverWithin(STILL_MILLIS);
        node.resume();
        goesOn = goesOn && !isOverWithin(TimeUnit.SECONDS.toMillis(1) - STILL_MILLIS);
      }
    }

    private boolean isOverWithin(long millis) {
      try {
        return end.await(millis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        return true;
      }
    }

    @Override
    public void close() {
      end.countDown();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
